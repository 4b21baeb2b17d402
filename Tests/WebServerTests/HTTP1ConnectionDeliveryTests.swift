import HTTP
import Sockets
import TLS
import TestSupport
import Testing

@testable import WebServer

@Suite("HTTP/1.1 on a connection: whether the answer arrives (needs a socket)")
struct HTTP1ConnectionDeliveryTests {
  /// What an app was told of its answers, in order.
  private final class Words: Sendable {
    private let words = Lock<[Bool]>([])
    func append(_ word: Bool) { words.withLock { $0.append(word) } }
    var all: [Bool] { words.withLock { $0 } }
  }

  private static func app(_ words: Words, _ gate: Gate? = nil) -> TestServer.App {
    { _, request in
      await gate?.wait()
      return Response(.ok, body: .bytes(Array("answer".utf8)), onDelivery: words.append)
    }
  }

  @Test("an answer that the client has read has arrived, on a connection that stays idle too")
  func idle() async throws {
    let words = Words()
    try await TestServer.serving(handler: Self.app(words)) { server in
      try await server.withClient { client in
        try await client.send(get("/"))
        #expect(try await client.answer()?.status == 200)
        #expect(await eventually { words.all == [true] })
      }
    }
    #expect(words.all == [true])
  }

  @Test("a next request, or an orderly end, says so at once")
  func next() async throws {
    let words = Words()
    try await TestServer.serving(handler: Self.app(words)) { server in
      try await server.withClient { client in
        for _ in 0..<20 {
          try await client.send(get("/"))
          #expect(try await client.answer()?.status == 200)
        }
        #expect(words.all.count >= 19)
      }
      #expect(await server.hasConnections(0))
      #expect(words.all == Array(repeating: true, count: 20))
    }
  }

  @Test(
    "a client that has gone before the answer was written does not get it",
    arguments: [true, false])
  func gone(isOrderly: Bool) async throws {
    let (words, gate) = (Words(), Gate())
    try await TestServer.serving(handler: Self.app(words, gate)) { server in
      try await server.withClients { clients in
        let socket = try await clients.connectSocket()
        let client = try await clients.secure(socket)
        try await client.send(get("/"))
        #expect(await eventually { gate.waitedCount == 1 })
        if isOrderly { client.close() } else { socket.close() }
      }
      #expect(words.all.isEmpty)
      // The end has arrived before this connection does.
      try await server.withClient { client in
        try await client.send(get("/"))
        #expect(await eventually { gate.waitedCount == 2 })
        gate.open()
        let answer = try await client.answer()
        #expect(answer?.status == 200)
      }
      #expect(await server.hasConnections(0))
    }
    #expect(words.all.sorted { !$0 && $1 } == [false, true])
  }

  @Test("a client that goes without reading the answer has not got it")
  func unread() async throws {
    let words = Words()
    let large = [UInt8](repeating: 7, count: 64 << 20)
    let app: TestServer.App = { _, _ in
      Response(.ok, body: .bytes(large), onDelivery: words.append)
    }
    try await TestServer.serving(handler: app) { server in
      try await server.withClient { client in
        try await client.send(get("/"))
        var bytes: [UInt8] = []
        _ = try await client.stream.read(into: &bytes, atMost: 10, until: .after(.seconds(20)))
      }
      #expect(await server.hasConnections(0))
    }
    #expect(words.all == [false])
  }

  @Test("an answer cut short has not arrived")
  func cutShort() async throws {
    final class Broken: ResponseStream {
      func next() async throws -> ArraySlice<UInt8>? { throw StreamError.reset }
    }
    let words = Words()
    let app: TestServer.App = { _, _ in
      Response(.ok, body: .stream(length: nil, Broken()), onDelivery: words.append)
    }
    try await TestServer.serving(handler: app) { server in
      try await server.withClient { client in
        try await client.send(get("/"))
        _ = try? await client.answer()
      }
      #expect(await server.hasConnections(0))
    }
    #expect(words.all == [false])
  }

  @Test("without a witness, what was written whole counts as arrived")
  func noWitness() async throws {
    let words = Words()
    let stream = ScriptedStream([.bytes(get("/"))])
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    await HTTP1Connection(
      over: stream,
      context: .test(contexts: try TestCertificate.contexts) { _ in
        Response(.ok, onDelivery: words.append)
      }
    ).run()
    #expect(words.all == [true])
  }
}
