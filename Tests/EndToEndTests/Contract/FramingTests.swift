import EventLoop
import Foundation
import TLS
import TestSupport
import Testing

/// Bytes with broken or ambiguous framing: the server responds and closes the connection.
struct BrokenFraming: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let status: Int

  private static func head(_ description: String, _ text: String, _ status: Int = 400)
    -> BrokenFraming
  {
    BrokenFraming(testDescription: description, bytes: Array(text.utf8), status: status)
  }

  /// Returns a post with these fields and a body.
  private static func post(
    _ description: String, _ fields: String, _ body: String = "{}", _ status: Int = 400
  ) -> BrokenFraming {
    head(description, "POST /postchatt/ HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n\(body)", status)
  }

  /// One for each status, and what would smuggle a request; `BrokenRequest` of HTTPTests has all of
  /// them.
  static let all = [
    head("a word", "hello\r\n\r\n"),
    BrokenFraming(testDescription: "binary", bytes: [0, 1, 2, 3, 13, 10, 13, 10], status: 400),
    head("HTTP/3.0", "GET /getchatts/ HTTP/3.0\r\nHost: x\r\n\r\n", 505),
    head("bare line feeds", "GET /getchatts/ HTTP/1.1\nHost: x\n\n"),
    post("two lengths that differ", "Content-Length: 2\r\nContent-Length: 3"),
    post("length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
    post("a coding that is not known", "Transfer-Encoding: gzip, chunked", "0\r\n\r\n", 501),
    post("a chunk longer than its size", "Transfer-Encoding: chunked", "2\r\n{}}\r\n0\r\n\r\n"),
    head(
      "a target of 9 KiB",
      "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    head(
      "a head of 40 KiB",
      "GET / HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 40_000))\r\n\r\n", 431),
  ]
}

@Suite(.needs(.postgreSQL), .served())
struct FramingTests {
  @Test(arguments: BrokenFraming.all)
  func rejectsBrokenFramingAndClosesTheConnection(_ framing: BrokenFraming) async throws {
    let name = uniqueName()
    let smuggled = WireRequest.text(name).bytes
    let server = try ServerProcess.required()
    try await server.withClient { client in
      try await client.send(framing.bytes + smuggled)
      let response = try #require(try await client.response())
      #expect(response.status == framing.status)
      #expect(response.field("Connection") == "close")
      #expect(response.field("Content-Type") == CallsTests.json)
      #expect(try !response.errorMessage().isEmpty)
      #expect(try await client.isAtEnd())
    }
    #expect(try await server.withClient { try await $0.rows(by: name) } == [], "smuggled")
  }

  @Test func rejectsTruncatedBodiesAndStoresNothing() async throws {
    let name = uniqueName()
    let server = try ServerProcess.required()
    try await server.withClient { client in
      try await client.send(Array(WireRequest.text(name).bytes.dropLast()))
      try await client.stream.finishWriting(until: .after(hangTimeout))
      let response = try #require(try await client.response())
      #expect(response.status == 400)
      #expect(try response.errorMessage() == "incomplete request body")
      #expect(try await client.isAtEnd())
    }
    #expect(try await server.withClient { try await $0.rows(by: name) } == [])
  }

  @Test func respondsToPlainHTTPWithAHint() async throws {
    let server = try ServerProcess.required()
    let run = try await ProgramRun(
      "curl", ["-s", "-S", "--max-time", "60", "http://\(server.address)/getchatts/"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("plain HTTP request on an HTTPS port"))
  }
}
