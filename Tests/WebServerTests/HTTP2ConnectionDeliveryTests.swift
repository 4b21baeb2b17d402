import HTTP
import Sockets
import TLS
import TestSupport
import Testing

@testable import WebServer

@Suite(
  "HTTP/2 on a connection: whether the answer arrives (needs a socket)", .timeLimit(.minutes(2)))
struct HTTP2ConnectionDeliveryTests {
  /// What an app was told of its answers, in order.
  private final class Words: Sendable {
    private let words = Lock<[Bool]>([])
    func append(_ word: Bool) { words.withLock { $0.append(word) } }
    var all: [Bool] { words.withLock { $0 } }
  }

  private static func app(
    _ words: Words, _ gate: Gate? = nil, bytes: Int = 6
  ) -> TestServer.App {
    { _, request in
      _ = try? await request.body.collect(atMost: 1 << 20)
      if request.path == "/slow" { await gate?.wait() }
      return Response(
        .ok, body: .bytes([UInt8](repeating: 7, count: bytes)), onDelivery: words.append)
    }
  }

  @Test("answers that the client has read have arrived, one after the other or side by side")
  func read() async throws {
    let words = Words()
    try await TestServer.serving(handler: Self.app(words)) { server in
      try await server.withHTTP2Client { client in
        for number in 1...10 {
          #expect(try await client.call("POST", "/", body: [1]).status == 200)
          #expect(await eventually { words.all.count == number })
        }
        let ids = (0..<100).map { _ in client.peer.request("POST", "/", body: [1]) }
        try await client.read { peer in ids.allSatisfy { peer.answers[$0]?.closeCode != nil } }
        #expect(await eventually { words.all.count == 110 })
      }
      #expect(words.all == Array(repeating: true, count: 110))
    }
  }

  @Test("a large answer has arrived when its end has")
  func large() async throws {
    let words = Words()
    try await TestServer.serving(handler: Self.app(words, bytes: 1 << 20)) { server in
      try await server.withHTTP2Client(opensWindows: false) { client in
        let id = client.peer.request()
        try await client.read { $0.answers[id]?.body.count == 65_535 }
        #expect(words.all.isEmpty)
        client.peer.consume(65_535, of: id)
        while client.peer.answers[id]?.closeCode == nil {
          let before = client.peer.answers[id]?.body.count ?? 0
          _ = try await client.read()
          client.peer.consume((client.peer.answers[id]?.body.count ?? 0) - before, of: id)
        }
        #expect(await eventually { words.all == [true] })
      }
    }
  }

  /// How a client gives up.
  enum Way: CaseIterable { case reset, orderly, cut }

  @Test("a client that gives up before the answer does not get it", arguments: Way.allCases)
  func givenUp(way: Way) async throws {
    let (words, gate) = (Words(), Gate())
    try await TestServer.serving(handler: Self.app(words, gate)) { server in
      try await server.withHTTP2Client { client in
        let id = client.peer.request("POST", "/slow", body: [1])
        try await client.send()
        #expect(await eventually { gate.waitedCount == 1 })
        switch way {
        case .orderly: client.stream.close()
        case .cut: client.socket.close()
        case .reset:
          client.peer.reset(id)
          #expect(try await client.call("POST", "/", body: [1]).status == 200)
          #expect(await eventually { words.all == [true] })
          gate.open()
          #expect(await eventually { words.all == [true, false] })
        }
      }
      if way != .reset {
        gate.open()
        #expect(await eventually { words.all == [false] })
      }
    }
    #expect(words.all.filter { !$0 }.count == 1)
  }

  @Test("a client that goes without reading the answer has not got it")
  func unread() async throws {
    let words = Words()
    try await TestServer.serving(handler: Self.app(words, bytes: 64 << 20)) { server in
      // A window for the stream that takes all of it.
      try await server.withHTTP2Client(settings: [(4, UInt32(Int32.max))]) { client in
        client.peer.request()
        try await client.send()
        _ = try await client.read()
      }
      #expect(await server.hasConnections(0))
    }
    #expect(words.all == [false])
  }
}
