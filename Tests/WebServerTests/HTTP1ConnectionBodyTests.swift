import HTTP
import Sockets
import TLS
import TestSupport
import Testing

@testable import WebServer

@Suite("HTTP/1.1 on a connection: what clients send (needs a socket)")
struct HTTP1ConnectionBodyTests {
  private static let notFound: TestServer.App = { _, request in
    Response(request.path == "/next" ? .ok : .notFound, body: .bytes(Array(request.path.utf8)))
  }

  @Test(
    "an app that ignores 10 MB keeps the connection where so much may be read over",
    arguments: [false, true])
  func drained(isChunked: Bool) async throws {
    var limits = ServerLimits()
    limits.request.drainBytesMax = 16 << 20
    try await TestServer.serving(limits: limits, handler: Self.notFound) { server in
      try await server.withClient { client in
        try await client.send(Upload(isChunked: isChunked).bytes)
        try await client.send(get("/next"))
        let answer = try #require(try await client.response())
        #expect(answer.status == 404)
        #expect(!answer.head.contains("Connection: close"))
        #expect(try await client.response()?.text == "/next")
      }
    }
  }

  @Test(
    "and ends it where not; the client, which sends on, sees the answer and no reset",
    arguments: [false, true])
  func lingering(isChunked: Bool) async throws {
    try await TestServer.serving(handler: Self.notFound) { server in
      try await server.withClient { client in
        try await client.send(Upload(isChunked: isChunked).bytes)
        try await client.send(get("/next"))
        #expect(try await client.response()?.status == 404)
        #expect(try await client.isAtEnd())
      }
      #expect(await eventually { server.events.exchanges.map(\.path) == ["/upload"] })
    }
  }

  @Test("an upload slower than the time to linger still sees its answer")
  func slowLingering() async throws {
    var limits = ServerLimits()
    limits.lingerTimeout = .milliseconds(100)
    limits.request.drainBytesMax = 1000
    try await TestServer.serving(limits: limits, handler: Self.notFound) { server in
      try await server.withClients { clients in
        let client = try await clients.connect()
        try await client.send(
          "POST /upload HTTP/1.1\r\nHost: localhost\r\nContent-Length: 400000\r\n\r\n")
        let piece = [UInt8](repeating: 0x78, count: 20_000)
        for _ in 0..<20 {
          try await client.send(piece)
          try await clients.loop.sleep(until: .after(.milliseconds(15)))
        }
        #expect(try await client.response()?.status == 404)
        #expect(try await client.isAtEnd())
        client.close()
      }
    }
  }

  @Test("a client that sends on after a request without an end sees why, and the end")
  func broken() async throws {
    var limits = ServerLimits()
    limits.lingerTimeout = .milliseconds(300)
    try await TestServer.serving(limits: limits) { server in
      try await server.withClient { client in
        let junk = String(repeating: "x", count: 60_000)
        try await client.send("GET / HTTP/1.1\r\nHost: a b\r\n\r\n" + junk)
        #expect(try await client.response()?.status == 400)
        #expect(try await client.isAtEnd())
      }
      #expect(await server.hasConnections(0))
    }
  }

  @Test("a client that waits with Expect is spared from sending to an app that does not read")
  func expectUnread() async throws {
    try await TestServer.serving(handler: Self.notFound) { server in
      try await server.withClient { client in
        try await client.send(Upload(isChunked: false, expects: true).head)
        let answer = try #require(try await client.response())
        #expect(answer.status == 404)
        // Nobody knows whether the content comes or the next request.
        #expect(answer.head.contains("\r\nConnection: close\r\n"))
        #expect(try await client.isAtEnd())
      }
    }
  }

  @Test("it is told to go on by an app that reads, once", arguments: [false, true])
  func expectRead(isChunked: Bool) async throws {
    try await TestServer.serving(handler: echoApp) { server in
      try await server.withClient { client in
        let upload = Upload(isChunked: isChunked, expects: true)
        for _ in 0..<3 {
          try await client.send(upload.head)
          #expect(try await client.response()?.status == 100)
          try await client.send(upload.body)
          let answer = try #require(try await client.response())
          #expect(answer.status == 200)
          #expect(answer.body.count == upload.contentBytes + "POST /upload ".utf8.count)
        }
      }
    }
  }

  @Test("it is told at once that the content is too large")
  func expectTooLarge() async throws {
    var limits = ServerLimits()
    limits.request.bodyBytesMax = 1 << 20
    try await TestServer.serving(limits: limits, handler: echoApp) { server in
      try await server.withClient { client in
        try await client.send(Upload(isChunked: false, expects: true).head)
        let answer = try #require(try await client.response())
        #expect(answer.status == 413)
        #expect(answer.text == "the request body is longer than the limit of 1048576 bytes")
        #expect(try await client.isAtEnd())
      }
    }
  }

  @Test(
    "content over the limit is answered with 413, and the connection kept where it is drained",
    arguments: [false, true])
  func tooLarge(isChunked: Bool) async throws {
    var limits = ServerLimits()
    limits.request.bodyBytesMax = 1 << 20
    limits.request.drainBytesMax = 16 << 20
    try await TestServer.serving(limits: limits, handler: echoApp) { server in
      try await server.withClient { client in
        try await client.send(Upload(isChunked: isChunked).bytes)
        try await client.send(get("/next"))
        #expect(try await client.response()?.status == 413)
        #expect(try await client.response()?.text == "GET /next ")
      }
    }
  }

  @Test("chunks that are broken are answered with their reason, and end the connection")
  func brokenChunks() async throws {
    try await TestServer.serving(handler: echoApp) { server in
      try await server.withClient { client in
        try await client.send(
          "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello")
        let answer = try #require(try await client.response())
        #expect(answer.status == 400)
        #expect(answer.text == "a chunk size is not a hexadecimal number")
        #expect(try await client.isAtEnd())
      }
    }
  }

  @Test("content that ends with the client's side is answered as cut off")
  func truncated() async throws {
    try await TestServer.serving(handler: echoApp) { server in
      try await server.withClient { client in
        try await client.send(
          "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhello")
        try await client.stream.finishWriting(until: .after(.seconds(60)))
        let answer = try #require(try await client.response())
        #expect(answer.status == 400)
        #expect(answer.text == "incomplete request body")
        #expect(try await client.isAtEnd())
      }
    }
  }
}

/// A request with ten million bytes.
private struct Upload {
  let isChunked: Bool
  var expects = false
  let contentBytes = 10_000_000

  var head: String {
    "POST /upload HTTP/1.1\r\nHost: localhost\r\n"
      + (isChunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(contentBytes)\r\n")
      + (expects ? "Expect: 100-continue\r\n" : "") + "\r\n"
  }

  var body: [UInt8] {
    guard isChunked else { return [UInt8](repeating: 0x78, count: contentBytes) }
    let chunk = Array("2710\r\n".utf8) + [UInt8](repeating: 0x78, count: 10_000) + [13, 10]
    return (0..<1000).flatMap { _ in chunk } + Array("0\r\n\r\n".utf8)
  }

  var bytes: [UInt8] { Array(head.utf8) + body }
}
