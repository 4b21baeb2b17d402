import Sockets
import Testing

@Suite("A socket stream (needs a socket)")
struct SocketStreamTests {
  @Test("what one end writes the other end reads, and both see the end")
  func echo() async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let received = try await loop.run {
      let listener = try Listener(on: .loopback(), loop: loop)
      async let server: Int = {
        let stream = try await listener.accept()
        var bytes: [UInt8] = []
        var total = 0
        while try await stream.read(into: &bytes, atMost: 65_536, until: .after(.seconds(5))) > 0 {
          total += bytes.count
          try await stream.write(bytes[...], until: .after(.seconds(5)))
          bytes.removeAll(keepingCapacity: true)
        }
        stream.close()
        return total
      }()
      let client = try await SocketStream.connect(
        to: listener.address, on: loop, until: .after(.seconds(5)))
      let sent = [UInt8](repeating: 7, count: 100_000)
      try await client.write(sent[...], until: .after(.seconds(5)))
      try await client.finishWriting(until: .after(.seconds(5)))
      var echoed: [UInt8] = []
      while try await client.read(into: &echoed, atMost: 65_536, until: .after(.seconds(5))) > 0 {}
      client.close()
      #expect(try await server == 100_000)
      return echoed
    }
    #expect(received.count == 100_000)
  }
}
