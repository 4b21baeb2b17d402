import Glibc
import HTTP
import Sockets
import System
import TLS
import TestSupport
import Testing

@testable import WebServer

struct HTTP1ConnectionTests {
  /// A timeout of its own, so that no other wait ends at the same time.
  private static let timeout = Duration.seconds(33)

  /// Lets a timeout of the server pass while it waits for a client, and returns all that it then
  /// sends until it ends the connection.
  private func outcome(
    _ limits: ServerLimits, handler: @escaping TestServer.App = echoApp,
    _ body: @escaping @Sendable (TestClient) async throws -> Void
  ) async throws -> String {
    try await TestServer.serving(limits: limits, clock: VirtualClock(), handler: handler) {
      server in
      try await server.withClient { client in
        try await body(client)
        try await server.letPass(Self.timeout)
        let text = try await client.rest()
        client.close()
        try await server.hasConnections(0)
        return text
      }
    }
  }

  @Test func respondsToASlowHeadWith408() async throws {
    let limits = ServerLimits.with { $0.headTimeout = Self.timeout }
    let text = try await outcome(limits) { client in
      try await client.send("GET / HTTP/1.1\r\nX: ")
    }
    #expect(text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(text.contains("\r\nConnection: close\r\n"))
    #expect(text.hasSuffix("the request head did not arrive in time"))
  }

  @Test func givesEachHeadItsOwnTimeAfterASlowRequest() async throws {
    let limits = ServerLimits.with { $0.headTimeout = Self.timeout }
    let clock = VirtualClock()
    let app: TestServer.App = { loop, request in
      try? await loop.sleep(until: .after(.seconds(60)))
      return await echoApp(loop, request)
    }
    try await TestServer.servingClient(
      limits: limits, clock: clock, handler: app
    ) { server, client in
      // Each write ends within the head of the next request.
      try await client.send("GET /1 HTTP/1.1\r\n")
      try await client.send("Host: localhost\r\n\r\nGET /2 HTTP/1.1\r\n")
      try await server.letPass(.seconds(60))
      #expect(try await client.response()?.text == "GET /1 ")
      try await server.letPass(Self.timeout)
      #expect(try await client.response()?.status == 408)
    }
  }

  /// With a task, and without one after the timeout of the task.
  @Test(arguments: [0, 1], [Duration.zero, .seconds(60)])
  func closesAnIdleConnectionWithoutAResponse(
    requestCount: Int, taskIdleTimeout: Duration
  ) async throws {
    let limits = ServerLimits.with {
      $0.idleTimeout = Self.timeout
      $0.taskIdleTimeout = taskIdleTimeout
    }
    let text = try await outcome(limits) { client in
      for _ in 0..<requestCount {
        try await client.send(get("/"))
        #expect(try await client.response()?.status == 200)
      }
    }
    #expect(text == "")
  }

  @Test(arguments: [true, false])
  func respondsToAStalledBodyWith408(isChunked: Bool) async throws {
    let limits = ServerLimits.with { $0.bodyTimeout = Self.timeout }
    let text = try await outcome(limits) { client in
      let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 10"
      try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\n\r\n")
      try await client.send(isChunked ? "5\r\nhello\r\n" : "hello")
    }
    #expect(text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(text.contains("\r\nConnection: close\r\n"))
    #expect(text.hasSuffix("the request body did not arrive in time"))
  }

  @Test func acceptsABodyAtTheMinimumPace() async throws {
    let limits = ServerLimits.with {
      $0.bodyTimeout = .seconds(10)
      $0.bodyBytesPerSecondMin = 10
    }
    let clock = VirtualClock()
    try await TestServer.servingClient(
      limits: limits, clock: clock, handler: echoApp
    ) { server, client in
      try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400\r\n\r\n")
      for _ in 0..<20 {
        try await server.waits(for: limits.bodyTimeout)
        try await clock.advance(by: .seconds(2))
        try await client.send(String(repeating: "x", count: 20))
      }
      #expect(try await client.response()?.status == 200)
    }
  }

  @Test func cutsAClientThatDoesNotReadItsResponse() async throws {
    let limits = ServerLimits.with { $0.writeTimeout = Self.timeout }
    let clock = VirtualClock()
    let large = [UInt8](repeating: 1, count: 48 << 20)
    let app: TestServer.App = { _, _ in Response(.ok, body: .bytes(large)) }
    try await TestServer.servingClient(
      limits: limits, clock: clock, handler: app
    ) { server, client in
      try await client.send(get("/"))
      try await server.letPass(SocketStream.stallTimeout)
      try await server.letPass(Self.timeout - SocketStream.stallTimeout)
      // The client's kernel may have taken enough bytes in the first period, but no more.
      try await eventually {
        try await clock.advance(by: Self.timeout)
        return server.server.connectionCount == 0
      }
      await #expect(throws: StreamError.self) { _ = try await client.rest() }
    }
  }

  @Test func deliversALongResponseToASlowButSteadyReader() async throws {
    let clock = VirtualClock()
    let pattern = (0..<100_003).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
    let large = (0..<240).reduce(into: [UInt8]()) { all, _ in all += pattern }
    let app: TestServer.App = { _, _ in Response(.ok, body: .bytes(large)) }
    try await TestServer.servingClient(clock: clock, handler: app) { _, client in
      try await client.send(get("/", fields: "Connection: close\r\n"))
      var bytes: [UInt8] = []
      var pauseAt = 0
      while try await client.stream.read(
        into: &bytes, atMost: 1 << 18, until: .after(hangTimeout)) > 0
      {
        guard bytes.count > pauseAt else { continue }
        pauseAt += 1 << 20
        // In all, far longer than the timeout of a write.
        try await clock.advance(by: .seconds(20))
      }
      bytes.removeFirst(bytes.count - large.count)
      #expect(bytes.isSame(as: large))
    }
  }

  @Test func waitsALimitedTimeForTheEndOfTheClient() async throws {
    let limits = ServerLimits.with { $0.lingerTimeout = Self.timeout }
    try await TestServer.servingClient(limits: limits, clock: VirtualClock()) { server, client in
      try await client.send(get("/", fields: "Connection: close\r\n"))
      #expect(try await client.response()?.status == 200)
      #expect(try await client.isAtEnd())
      try await server.letPass(Self.timeout)
      try await server.hasConnections(0)
    }
  }
}

extension [UInt8] {
  /// Compares bytes faster than `==`, which is slow on millions of bytes in a debug build.
  fileprivate func isSame(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { others in
        guard let first = bytes.baseAddress, let second = others.baseAddress else { return true }
        return unsafe memcmp(first, second, bytes.count) == 0
      }
    }
  }
}
