import HTTP
import System
import TestSupport
import Testing

@testable import WebServer

struct HTTP1ConnectionBodyTests {
  private static let notFound: TestServer.App = { _, request in
    Response(request.path == "/next" ? .ok : .notFound, body: .bytes(Array(request.path.utf8)))
  }

  @Test(arguments: [false, true])
  func keepsTheConnectionAfterDrainingAnIgnoredBody(isChunked: Bool) async throws {
    let limits = ServerLimits.with { $0.request.drainBytesMax = 16 << 20 }
    try await TestServer.servingClient(limits: limits, handler: Self.notFound) { _, client in
      try await client.send(Upload(isChunked: isChunked).bytes)
      try await client.send(get("/next"))
      let response = try #require(try await client.response())
      #expect(response.status == 404)
      #expect(!response.head.contains("Connection: close"))
      #expect(try await client.response()?.text == "/next")
    }
  }

  @Test(arguments: [false, true])
  func closesAfterTheResponseWithoutAResetOnALongUpload(isChunked: Bool) async throws {
    try await TestServer.serving(handler: Self.notFound) { server in
      try await server.withClient { client in
        try await client.send(Upload(isChunked: isChunked).bytes)
        try await client.send(get("/next"))
        #expect(try await client.response()?.status == 404)
        #expect(try await client.isAtEnd())
      }
      try await eventually { server.events.accessRecords.map(\.path) == ["/upload"] }
    }
  }

  @Test func deliversTheResponseToASlowUpload() async throws {
    let limits = ServerLimits.with {
      $0.lingerTimeout = .seconds(5)
      $0.bodyBytesPerSecondMin = 10_000
      $0.request.drainBytesMax = 1000
    }
    let clock = VirtualClock()
    try await TestServer.serving(limits: limits, clock: clock, handler: Self.notFound) { server in
      try await server.withClients { clients in
        let client = try await clients.connect()
        try await client.send(
          "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n\r\n")
        let chunk = [UInt8](repeating: 0x78, count: 20_000)
        for _ in 0..<20 {
          // Each chunk grants the two seconds after which the next one comes.
          try await server.waits(for: limits.lingerTimeout)
          try await clock.advance(by: .seconds(2))
          try await client.send(chunk)
        }
        #expect(try await client.response()?.status == 404)
        #expect(try await client.isAtEnd())
        client.close()
      }
    }
  }

  @Test func closesAfterTheResponseToARequestWithoutAnEnd() async throws {
    try await TestServer.serving { server in
      try await server.withClient { client in
        let junk = String(repeating: "x", count: 60_000)
        try await client.send("GET / HTTP/1.1\r\nHost: a b\r\n\r\n" + junk)
        #expect(try await client.response()?.status == 400)
        #expect(try await client.isAtEnd())
      }
      try await server.hasConnections(0)
    }
  }

  @Test func sendsNoContinueWhenTheAppDoesNotReadTheBody() async throws {
    try await TestServer.servingClient(handler: Self.notFound) { _, client in
      try await client.send(Upload(isChunked: false, expects: true).head)
      let response = try #require(try await client.response())
      #expect(response.status == 404)
      // The next bytes could be the body or the next request.
      #expect(response.head.contains("\r\nConnection: close\r\n"))
      #expect(try await client.isAtEnd())
    }
  }

  @Test(arguments: [false, true])
  func sendsContinueOnceWhenTheAppReadsTheBody(isChunked: Bool) async throws {
    try await TestServer.servingClient(handler: echoApp) { _, client in
      let upload = Upload(isChunked: isChunked, expects: true)
      for _ in 0..<3 {
        try await client.send(upload.head)
        #expect(try await client.response()?.status == 100)
        try await client.send(upload.body)
        let response = try #require(try await client.response())
        #expect(response.status == 200)
        #expect(response.body.count == upload.bodyBytes + "POST /upload ".utf8.count)
      }
    }
  }
}

/// A request with a body of ten million bytes.
private struct Upload {
  let isChunked: Bool
  var expects = false
  let bodyBytes = 10_000_000

  var head: String {
    "POST /upload HTTP/1.1\r\nHost: localhost\r\n"
      + (isChunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(bodyBytes)\r\n")
      + (expects ? "Expect: 100-continue\r\n" : "") + "\r\n"
  }

  var body: [UInt8] {
    guard isChunked else { return [UInt8](repeating: 0x78, count: bodyBytes) }
    let chunk = Array("2710\r\n".utf8) + [UInt8](repeating: 0x78, count: 10_000) + [13, 10]
    return (0..<1000).flatMap { _ in chunk } + Array("0\r\n\r\n".utf8)
  }

  var bytes: [UInt8] { Array(head.utf8) + body }
}
