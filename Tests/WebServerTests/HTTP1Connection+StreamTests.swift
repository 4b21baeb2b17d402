import HTTP
import Sockets
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

struct HTTP1ConnectionStreamTests {
  /// A stream of chunks, which may end in a failure.
  private final class Chunks: ResponseStream {
    private var chunks: [String]
    private let failure: (any Error)?

    init(_ chunks: [String], failure: (any Error)? = nil) {
      self.chunks = chunks
      self.failure = failure
    }

    func next() async throws -> ArraySlice<UInt8>? {
      if chunks.isEmpty, let failure { throw failure }
      return chunks.isEmpty ? nil : Array(chunks.removeFirst().utf8)[...]
    }
  }

  private struct Broken: Error {}

  private static let app: TestServer.App = { _, request in
    let body: ResponseBody =
      switch request.path {
      case "/empty": .stream(length: nil, Chunks(["one", "", "two"]))
      case "/length": .stream(length: 6, Chunks(["one", "two"]))
      case "/fails": .stream(length: nil, Chunks(["one", "two"], failure: Broken()))
      case "/fails-oddly": .stream(length: nil, Chunks(["one"], failure: StreamError.timedOut))
      case "/short": .stream(length: 10, Chunks(["one", "two"]))
      case "/long": .stream(length: 4, Chunks(["one", "two"]))
      default: .stream(length: nil, Chunks(["one", "two"]))
      }
    return Response(.ok, body: body)
  }

  @Test func sendsStreamsAsChunksAndKeepsTheConnection() async throws {
    try await TestServer.serving(handler: Self.app) { server in
      try await server.withClient { client in
        try await client.send(get("/"))
        #expect(try await client.response()?.text == "onetwo")
        try await client.send(get("/length"))
        #expect(try await client.response()?.text == "onetwo")
        try await client.send(get("/empty", fields: "Connection: close\r\n"))
        let text = try await client.rest()
        #expect(text.contains("\r\nTransfer-Encoding: chunked\r\n"))
        #expect(text.hasSuffix("\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"))
      }
      try await eventually { server.events.accessRecords.map(\.responseBytes) == [6, 6, 6] }
    }
  }

  @Test func sendsNoBodyForHEADAndKeepsTheConnection() async throws {
    try await TestServer.serving(handler: Self.app) { server in
      try await server.withClient { client in
        for path in ["/", "/length", "/fails"] {
          try await client.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
          #expect(try await client.response(hasBody: false)?.status == 200)
        }
        try await client.send(get("/length"))
        #expect(try await client.response()?.text == "onetwo")
      }
      try await eventually { server.events.accessRecords.map(\.responseBytes) == [0, 0, 0, 6] }
    }
  }

  @Test(
    arguments: [
      (get("/fails"), "3\r\none\r\n3\r\ntwo\r\n"), (get("/fails-oddly"), "3\r\none\r\n"),
      (get("/fails", version: "1.0"), "onetwo"), (get("/short"), "onetwo"), (get("/long"), "onet"),
    ])
  func cutsOffAFailedStreamSoThatItLooksIncomplete(request: String, body: String) async throws {
    try await TestServer.serving(handler: Self.app) { server in
      try await server.withClient { client in
        try await client.send(request)
        var bytes: [UInt8] = []
        await #expect(throws: StreamError.truncated) {
          while try await client.stream.read(
            into: &bytes, atMost: 4096, until: .after(.seconds(60))) > 0
          {}
        }
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("\r\n\r\n" + body))
      }
      try await eventually { server.events.accessRecords.map(\.isComplete) == [false] }
    }
  }

  /// Sends the body of the request.
  private final class Echo: ResponseStream {
    private let body: any RequestBody
    init(_ body: any RequestBody) { self.body = body }
    func next() async throws -> ArraySlice<UInt8>? { try await body.next() }
  }

  private static let echo: TestServer.App = { _, request in
    Response(.ok, body: .stream(length: nil, Echo(request.body)))
  }

  @Test func streamsTheRequestBodyBackWhileItArrives() async throws {
    try await TestServer.serving(handler: Self.echo) { server in
      try await server.withClient { client in
        let sent = String(repeating: "0123456789", count: 20_000)
        for _ in 0..<3 {
          try await client.send(post("/", sent))
          #expect(try await client.response()?.text == sent)
        }
      }
      try await eventually {
        server.events.accessRecords.map(\.responseBytes) == [200_000, 200_000, 200_000]
      }
    }
  }

  @Test func cutsTheResponseShortWhenTheStreamedBodyStalls() async throws {
    let limits = ServerLimits.with { $0.bodyTimeout = .seconds(33) }
    try await TestServer.servingClient(
      limits: limits, clock: VirtualClock(), handler: Self.echo
    ) { server, client in
      try await client.send("PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhello")
      try await server.letPass(limits.bodyTimeout)
      await #expect(throws: StreamError.truncated) { _ = try await client.rest() }
    }
  }
}
