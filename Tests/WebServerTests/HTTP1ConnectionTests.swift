import EventLoop
import Glibc
import HTTP
import Sockets
import TLS
import TestSupport
import Testing

@testable import WebServer

@Suite("HTTP/1.1 on a connection: deadlines and limits (needs a socket)")
struct HTTP1ConnectionTests {
  /// Returns all input until the server ends the connection, and the time until then.
  private func outcome(
    _ limits: ServerLimits, handler: @escaping TestServer.App = echoApp,
    _ body: @escaping @Sendable (TestClient, EventLoop) async throws -> Void
  ) async throws -> (text: String, duration: Duration) {
    try await TestServer.serving(limits: limits, handler: handler) { server in
      try await server.withClients { clients in
        // Taken before the server can begin to wait.
        let began = Deadline.now
        let client = try await clients.connect()
        try await body(client, clients.loop)
        let text = try await client.rest()
        let duration = Deadline.now.duration(since: began)
        client.close()
        #expect(await server.hasConnections(0))
        return (text, duration)
      }
    }
  }

  @Test(arguments: [false, true])
  func respondsToASlowHeadWith408(drips: Bool) async throws {
    var limits = ServerLimits()
    limits.headTimeout = .milliseconds(150)
    let (text, duration) = try await outcome(limits) { client, loop in
      try await client.send("GET / HTTP/1.1\r\nX: ")
      // A byte from time to time does not move the deadline.
      for _ in 0..<40 where drips {
        try? await client.send("x")
        try await loop.sleep(until: .after(.milliseconds(5)))
      }
    }
    #expect(text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(text.contains("\r\nConnection: close\r\n"))
    #expect(text.hasSuffix("the request head did not arrive in time"))
    #expect(duration >= .milliseconds(150))
  }

  @Test func givesEachHeadItsOwnTimeAfterASlowRequest() async throws {
    var limits = ServerLimits()
    limits.headTimeout = .milliseconds(400)
    limits.idleTimeout = .milliseconds(400)
    let app: TestServer.App = { loop, request in
      try? await loop.sleep(until: .after(.milliseconds(300)))
      return await echoApp(loop, request)
    }
    let (text, _) = try await outcome(limits, handler: app) { client, loop in
      // Each write ends within the head of the next request.
      try await client.send("GET /1 HTTP/1.1\r\n")
      try await loop.sleep(until: .after(.milliseconds(30)))
      try await client.send("Host: localhost\r\n\r\nGET /2 HTTP/1.1\r\n")
      _ = try await client.response()
      try await loop.sleep(until: .after(.milliseconds(100)))
      try await client.send("Host: localhost\r\nConnection: close\r\n\r\n")
    }
    #expect(text.hasSuffix("GET /2 "))
  }

  @Test(arguments: [0, 1])
  func closesAnIdleConnectionWithoutAResponse(requestCount: Int) async throws {
    var limits = ServerLimits()
    limits.idleTimeout = .milliseconds(100)
    let (text, duration) = try await outcome(limits) { client, _ in
      for _ in 0..<requestCount {
        try await client.send(get("/"))
        #expect(try await client.response()?.status == 200)
      }
    }
    #expect(text == "")
    #expect(duration >= .milliseconds(100))
  }

  @Test(arguments: [true, false])
  func respondsToAStalledBodyWith408(isChunked: Bool) async throws {
    var limits = ServerLimits()
    limits.bodyTimeout = .milliseconds(150)
    let (text, duration) = try await outcome(limits) { client, _ in
      let framing = isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 10"
      try await client.send("POST / HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\n\r\n")
      try await client.send(isChunked ? "5\r\nhello\r\n" : "hello")
    }
    #expect(text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(text.contains("\r\nConnection: close\r\n"))
    #expect(text.hasSuffix("the request body did not arrive in time"))
    #expect(duration >= .milliseconds(150))
  }

  @Test func acceptsABodyAtTheMinimumPace() async throws {
    var limits = ServerLimits()
    limits.bodyTimeout = .milliseconds(200)
    limits.bodyBytesPerSecondMin = 10
    let (text, duration) = try await outcome(limits) { client, loop in
      try await client.send(
        "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 400\r\n\r\n")
      for _ in 0..<20 {
        try await client.send(String(repeating: "x", count: 20))
        try await loop.sleep(until: .after(.milliseconds(20)))
      }
    }
    #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(duration >= .milliseconds(400))
  }

  @Test func cutsAClientThatDoesNotReadItsResponse() async throws {
    var limits = ServerLimits()
    limits.writeTimeout = .milliseconds(150)
    let large = [UInt8](repeating: 1, count: 48 << 20)
    let app: TestServer.App = { _, _ in Response(.ok, body: .bytes(large)) }
    try await TestServer.serving(limits: limits, handler: app) { server in
      try await server.withClients { clients in
        let client = try await clients.connect()
        let began = Deadline.now
        try await client.send(get("/"))
        #expect(await server.hasConnections(0))
        #expect(Deadline.now.duration(since: began) >= .milliseconds(150))
        await #expect(throws: StreamError.self) { _ = try await client.rest() }
        client.close()
      }
    }
  }

  @Test func deliversALongResponseToASlowButSteadyReader() async throws {
    var limits = ServerLimits()
    limits.writeTimeout = .milliseconds(500)
    let pattern = (0..<100_003).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8)) }
    let large = (0..<240).reduce(into: [UInt8]()) { all, _ in all += pattern }
    let app: TestServer.App = { _, _ in Response(.ok, body: .bytes(large)) }
    try await TestServer.serving(limits: limits, handler: app) { server in
      try await server.withClients { clients in
        let client = try await clients.connect()
        let began = Deadline.now
        try await client.send(get("/", fields: "Connection: close\r\n"))
        var bytes: [UInt8] = []
        var pauseAt = 0
        while try await client.stream.read(
          into: &bytes, atMost: 1 << 18, until: .after(.seconds(60))) > 0
        {
          guard bytes.count > pauseAt else { continue }
          pauseAt += 1 << 20
          try await clients.loop.sleep(until: .after(.milliseconds(30)))
        }
        bytes.removeFirst(bytes.count - large.count)
        #expect(bytes.isSame(as: large))
        #expect(Deadline.now.duration(since: began) > .milliseconds(600))
        client.close()
      }
    }
  }

  @Test func waitsALimitedTimeForTheEndOfTheClient() async throws {
    var limits = ServerLimits()
    limits.lingerTimeout = .milliseconds(150)
    try await TestServer.serving(limits: limits) { server in
      try await server.withClients { clients in
        let client = try await clients.connect()
        let began = Deadline.now
        try await client.send(get("/", fields: "Connection: close\r\n"))
        #expect(try await client.response()?.status == 200)
        #expect(try await client.isAtEnd())
        #expect(await server.hasConnections(0))
        #expect(Deadline.now.duration(since: began) >= .milliseconds(150))
        client.close()
      }
    }
  }

  @Test(
    arguments: [
      (get("/" + String(repeating: "x", count: 200)), 414, "the request target is longer"),
      (get("/", fields: "X: " + String(repeating: "x", count: 600) + "\r\n"), 431, "512 bytes"),
      (get("/", fields: String(repeating: "X: y\r\n", count: 9)), 431, "limit of 8"),
      ("GET  / HTTP/1.1\r\n\r\n", 400, "malformed request line"),
      ("\u{16}\u{3}\u{1}", 400, "not an HTTP/1.1 request"),
      (get("/", version: "3.7"), 505, "HTTP/1.1 or HTTP/1.0"),
      (get("/", fields: "Expect: the-worst\r\n"), 417, "100-continue"),
    ])
  func rejectsAHeadBeyondEachLimit(request: String, status: Int, message: String) async throws {
    var limits = ServerLimits()
    limits.request.headBytesMax = 512
    limits.request.targetBytesMax = 100
    limits.request.fieldCountMax = 8
    try await TestServer.serving(limits: limits) { server in
      try await server.withClient { client in
        try await client.send(request)
        let response = try #require(try await client.response())
        #expect(response.status == status)
        #expect(response.text.contains(message))
      }
      #expect(await eventually { server.events.accessRecords.map(\.status) == [status] })
      #expect(server.events.accessRecords.map(\.method) == ["-"])
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
