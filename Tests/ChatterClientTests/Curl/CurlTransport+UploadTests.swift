import Chatter
import Sockets
import System
import TestSupport
import Testing

@testable import ChatterClient

struct CurlUploadTests {
  @Test func reportsAServerThatClosesDuringAnUpload() async throws {
    let loop = try EventLoop(name: "rude")
    defer { loop.stop() }
    let (ports, continuation) = AsyncStream<UInt16>.makeStream()
    Task(executorPreference: loop) {
      let listener = try Listener(on: .loopback(), loop: loop)
      continuation.yield(listener.address.port)
      while true {
        let socket = try await listener.accept()
        // The header section, without a response to its `Expect`: the body follows after a while.
        var bytes: [UInt8] = []
        for _ in 0..<2 {
          _ = try await socket.read(into: &bytes, atMost: 4096, until: .after(hangTimeout))
        }
        socket.close()
      }
    }
    var iterator = ports.makeAsyncIterator()
    let server = try Server(url: "http://127.0.0.1:\(await iterator.next() ?? 0)")
    let body = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 20)
    await #expect(throws: ClientError.network(.cutOff)) {
      try await CurlTransport().send(TransportRequest(.postAudio, on: server, body: body))
    }
  }
}
