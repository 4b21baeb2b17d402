import HTTP
import Sockets
import TestSupport
import Testing

@testable import WebServer

@Suite("The HTTPS server (needs a socket)")
struct HTTPServerTests {
  /// Says what it was asked.
  static func echo(_ loop: EventLoop, _ request: Request) async -> Response {
    #expect(loop.isCurrent)
    do {
      let body = try await request.body.collect(atMost: 1 << 20)
      return Response(
        .ok, body: .bytes(Array("\(request.method) \(request.path) ".utf8) + body))
    } catch {
      return Response(error.status, body: .bytes(Array("\(error)".utf8)))
    }
  }

  @Test("a request is answered, and the next one on the same connection too")
  func keepAlive() async throws {
    let server = try await TestServer(handler: Self.echo)
    try await server.withClient { client in
      for number in 1...3 {
        try await client.send("GET /\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = try #require(try await client.answer())
        #expect(answer.status == 200)
        #expect(answer.text == "GET /\(number) ")
      }
      try await client.send(
        "POST /4 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello")
      #expect(try await client.answer()?.text == "POST /4 hello")
    }
    await server.stop()
    #expect(server.events.exchanges.map(\.path) == ["/1", "/2", "/3", "/4"])
    #expect(server.events.exchanges.allSatisfy { $0.isComplete && $0.status == 200 })
  }
}
