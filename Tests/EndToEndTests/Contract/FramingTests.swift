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

  static let all = lines + lengths + chunks + limits

  private static let lines = [
    head("a word", "hello\r\n\r\n"),
    BrokenFraming(testDescription: "binary", bytes: [0, 1, 2, 3, 13, 10, 13, 10], status: 400),
    head("HTTP/0.9", "GET /getchatts/\r\n\r\n"),
    head("two spaces", "GET  /getchatts/ HTTP/1.1\r\nHost: x\r\n\r\n"),
    head("lower case http", "GET /getchatts/ http/1.1\r\nHost: x\r\n\r\n"),
    head("HTTP/3.0", "GET /getchatts/ HTTP/3.0\r\nHost: x\r\n\r\n", 505),
    head("bare line feeds", "GET /getchatts/ HTTP/1.1\nHost: x\n\n"),
    head("a character that no URI has", "GET /get\u{7F}chatts/ HTTP/1.1\r\nHost: x\r\n\r\n"),
    head("authority-form", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n"),
    get("no Host", "Accept: */*"),
    get("two Hosts", "Host: x\r\nHost: x"),
    get("a space before the colon", "Host : x"),
    get("a folded line", "Host: x\r\nA: b\r\n c"),
    get("a bare CR", "Host: x\r\nA: b\rc"),
    get("NUL", "Host: x\r\nA: b\0c"),
    get("a field without a colon", "Host: x\r\nA"),
    get("a name that is no token", "Host: x\r\nA(b): c"),
  ]

  private static let lengths = [
    post("a length with a sign", "Content-Length: +2"),
    post("a negative length", "Content-Length: -2"),
    post("a hexadecimal length", "Content-Length: 0x2"),
    post("a length with an underscore", "Content-Length: 0_2"),
    post("an empty length", "Content-Length:"),
    post("a list of lengths", "Content-Length: 2, 2"),
    post("two lengths", "Content-Length: 2\r\nContent-Length: 2"),
    post("two lengths that differ", "Content-Length: 2\r\nContent-Length: 3"),
    post("a length past 64 bits", "Content-Length: 18446744073709551618"),
    post("length and chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
    post("no chunks at the end", "Transfer-Encoding: gzip", "0\r\n\r\n"),
    post("a coding that is not known", "Transfer-Encoding: gzip, chunked", "0\r\n\r\n", 501),
    post("chunked twice", "Transfer-Encoding: chunked, chunked", "0\r\n\r\n"),
    post("chunked not last", "Transfer-Encoding: chunked, gzip", "0\r\n\r\n"),
    head(
      "chunks in HTTP/1.0",
      "POST /postchatt/ HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"),
  ]

  private static let chunks = [
    ("a chunk size with a sign", "+2\r\n{}\r\n0\r\n\r\n"),
    ("a chunk size with an underscore", "0_2\r\n{}\r\n0\r\n\r\n"),
    ("a chunk size with 0x", "0x2\r\n{}\r\n0\r\n\r\n"),
    ("a chunk size past 64 bits", "10000000000000002\r\n{}\r\n0\r\n\r\n"),
    ("no chunk size", "\r\n{}\r\n0\r\n\r\n"),
    ("a chunk longer than its size", "2\r\n{}}\r\n0\r\n\r\n"),
    ("a chunk size that ends with LF", "2\n{}\r\n0\r\n\r\n"),
    ("a length in the trailers", "2\r\n{}\r\n0\r\nContent-Length: 2\r\n\r\n"),
  ].map { post($0, "Transfer-Encoding: chunked", $1) }

  private static let limits = [
    head(
      "a target of 9 KiB",
      "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: x\r\n\r\n",
      414),
    get("a head of 40 KiB", "Host: x\r\nA: \(String(repeating: "a", count: 40_000))", 431),
    get(
      "101 fields", "Host: x\r\n" + (1...100).map { "A\($0): b" }.joined(separator: "\r\n"), 431),
    head("a method of 40 bytes", "\(String(repeating: "A", count: 40)) / HTTP/1.1\r\n\r\n", 501),
  ]
}

@Suite(
  "Contract: rejected framing (needs PostgreSQL and a socket)",
  .needs(.postgreSQL), .served())
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
      try await client.stream.finishWriting(until: .after(.seconds(10)))
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
      "curl", ["-s", "-S", "--max-time", "10", "http://\(server.address)/getchatts/"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("plain HTTP request on an HTTPS port"))
  }
}
