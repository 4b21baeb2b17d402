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

  private static func get(_ description: String, _ fields: String, _ status: Int = 400)
    -> BrokenFraming
  {
    head(description, "GET /getchatts/ HTTP/1.1\r\n\(fields)\r\n\r\n", status)
  }

  /// One of each kind; `BrokenRequest` of HTTPTests has all of them.
  static let all = [
    head("a word", "hello\r\n\r\n"),
    BrokenFraming(testDescription: "binary", bytes: [0, 1, 2, 3, 13, 10, 13, 10], status: 400),
    head("HTTP/3.0", "GET /getchatts/ HTTP/3.0\r\nHost: x\r\n\r\n", 505),
    head("bare line feeds", "GET /getchatts/ HTTP/1.1\nHost: x\n\n"),
    get("two Hosts", "Host: x\r\nHost: x"),
    get("a folded line", "Host: x\r\nA: b\r\n c"),
    post("a length with a sign", "Content-Length: +2"),
    post("two lengths that differ", "Content-Length: 2\r\nContent-Length: 3"),
    post("length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
    post("no chunks at the end", "Transfer-Encoding: gzip", "0\r\n\r\n"),
    post("a coding that is not known", "Transfer-Encoding: gzip, chunked", "0\r\n\r\n", 501),
    head(
      "chunks in HTTP/1.0",
      "POST /postchatt/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
    post("a chunk size past 64 bits", chunked, "10000000000000002\r\n{}\r\n0\r\n\r\n"),
    post("a chunk longer than its size", chunked, "2\r\n{}}\r\n0\r\n\r\n"),
    post("a chunk size that ends with LF", chunked, "2\n{}\r\n0\r\n\r\n"),
    post("a length in the trailers", chunked, "2\r\n{}\r\n0\r\nContent-Length: 2\r\n\r\n"),
    head(
      "a target of 9 KiB",
      "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: x\r\n\r\n",
      414),
    get("a head of 40 KiB", "Host: x\r\nA: \(String(repeating: "a", count: 40_000))", 431),
    get(
      "101 fields", "Host: x\r\n" + (1...100).map { "A\($0): b" }.joined(separator: "\r\n"), 431),
    head("a method of 40 bytes", "\(String(repeating: "A", count: 40)) / HTTP/1.1\r\n\r\n", 501),
  ]

  private static let chunked = "Transfer-Encoding: chunked"
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
