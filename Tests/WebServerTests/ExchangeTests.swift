import HTTP
import Sockets
import TestSupport
import Testing

@testable import WebServer

@Suite("What the access log is told (needs a socket)")
struct ExchangeTests {
  private static let app: TestServer.App = { _, request in
    switch request.path {
    case "/empty": Response(.noContent, body: .bytes(Array("never sent".utf8)))
    case "/missing": Response(.notFound, body: .bytes(Array("no such thing".utf8)))
    default: Response(.ok, body: .bytes(Array("hello".utf8)))
    }
  }

  @Test("method, path, version, status and bytes are those that went over the wire")
  func facts() async throws {
    try await TestServer.serving(handler: Self.app) { server in
      try await server.withClient { client in
        try await client.send(get("/a/b%20c?secret=1"))
        _ = try await client.response()
        try await client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await client.response(hasBody: false)
        try await client.send("DELETE /empty HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = try await client.response(hasBody: false)
        try await client.send(get("/missing", version: "1.0", fields: "Connection: keep-alive\r\n"))
        _ = try await client.response()
        try await client.send("rubbish\r\n\r\n")
        _ = try await client.response()
      }
      #expect(await eventually { server.events.exchanges.count == 5 })
      let exchanges = server.events.exchanges
      #expect(exchanges.map(\.method) == ["GET", "HEAD", "DELETE", "GET", "-"])
      #expect(exchanges.map(\.path) == ["/a/b%20c", "/", "/empty", "/missing", "-"])
      #expect(
        exchanges.map(\.version) == ["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/1.1"])
      #expect(exchanges.map(\.status) == [200, 200, 204, 404, 400])
      #expect(exchanges.map(\.responseBytes).dropLast() == [5, 0, 0, 13])
      #expect(exchanges.allSatisfy { $0.isComplete && $0.remoteAddress == "127.0.0.1" })
    }
  }

  @Test("a refused HEAD is told without the content that it did not get")
  func refusedHead() async throws {
    try await TestServer.serving(handler: Self.app) { server in
      try await server.withClient { client in
        try await client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\nHost: again\r\n\r\n")
        let text = try await client.rest()
        #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(text.hasSuffix("\r\n\r\n"))
      }
      #expect(await eventually { server.events.exchanges.map(\.responseBytes) == [0] })
    }
  }

  @Test("ids number the connection and the request in it, and none comes twice")
  func ids() async throws {
    try await TestServer.serving(loopCount: 2, handler: Self.app) { server in
      for _ in 0..<3 {
        try await server.withClient { client in
          for _ in 0..<3 {
            try await client.send(get("/"))
            _ = try await client.response()
          }
          try await client.send("rubbish\r\n\r\n")
          _ = try await client.response()
        }
      }
      #expect(await eventually { server.events.exchanges.count == 12 })
      #expect(
        server.events.exchanges.map(\.requestID.description)
          == (1...3).flatMap { connection in (1...4).map { "\(connection)-\($0)" } })
    }
  }

  @Test("the duration is that of the app and of the making of the answer")
  func duration() async throws {
    let app: TestServer.App = { loop, _ in
      try? await loop.sleep(until: .after(.milliseconds(30)))
      return Response(.ok)
    }
    try await TestServer.serving(handler: app) { server in
      try await server.withClient { client in
        try await client.send(get("/"))
        _ = try await client.response()
      }
      let duration = try #require(server.events.exchanges.first?.duration)
      #expect(duration >= .milliseconds(30))
    }
  }
}
