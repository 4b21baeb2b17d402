import Foundation
import System
import TLS
import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct FramingTests {
  /// Returns a post with these fields and a body.
  private static func post(_ fields: String, _ body: String = "{}") -> String {
    "POST /postchatt/ HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n\(body)"
  }

  /// One for each status, and what would smuggle a request; `BrokenRequest` of HTTPTests has all of
  /// them.
  @Test(
    arguments: [
      ("hello\r\n\r\n", 400), ("GET /getchatts/ HTTP/3.0\r\nHost: x\r\n\r\n", 505),
      ("GET /getchatts/ HTTP/1.1\nHost: x\n\n", 400),
      (post("Content-Length: 2\r\nContent-Length: 3"), 400),
      (post("Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), 400),
      (post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"), 501),
      (post("Transfer-Encoding: chunked", "2\r\n{}}\r\n0\r\n\r\n"), 400),
      ("GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
      (post("A: \(String(repeating: "a", count: 40_000))"), 431),
    ])
  func rejectsBrokenFramingAndClosesTheConnection(framing: String, status: Int) async throws {
    let name = uniqueName()
    let smuggled = WireRequest.text(name).bytes
    let server = try ServerProcess.required()
    try await server.withClient { client in
      try await client.send(Array(framing.utf8) + smuggled)
      let response = try #require(try await client.response())
      #expect(response.status == status)
      #expect(response.field("Connection") == "close")
      #expect(response.field("Content-Type") == CallsTests.json)
      #expect(try !response.errorMessage().isEmpty)
      #expect(try await client.isAtEnd())
    }
    #expect(try await server.withClient { try await $0.rows(by: name) } == [], "smuggled")
  }

  @Test func respondsToPlainHTTPWithAHint() async throws {
    let server = try ServerProcess.required()
    let run = try await ProgramRun(
      "curl", ["-s", "-S", "--max-time", "60", "http://\(server.address)/getchatts/"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("plain HTTP request on an HTTPS port"))
  }
}
