import HTTP
import Testing

/// Bytes that are not a valid request, and the expected error.
struct BrokenRequest: Sendable, CustomTestStringConvertible {
  let text: String
  let error: RequestError
  let status: Int

  init(_ text: String, _ error: RequestError, _ status: Int = 400) {
    self.text = text
    self.error = error
    self.status = status
  }

  /// Creates a request whose head has these lines after a valid Host.
  init(fields: String, _ error: RequestError, _ status: Int = 400) {
    self.init("POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n", error, status)
  }

  /// Creates a request with this chunked body.
  init(chunks: String, _ error: RequestError, _ status: Int = 400) {
    self.init(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)", error, status)
  }

  var testDescription: String { text.debugDescription }

  static let all = lines + targets + fieldLines + hosts + lengths + encodings + chunks

  static let lines = [
    BrokenRequest("\u{16}\u{3}\u{1}\u{2}\0\u{1}", .notHTTP),
    BrokenRequest("\0", .notHTTP),
    BrokenRequest(" GET / HTTP/1.1\r\n", .notHTTP),
    BrokenRequest("ü", .notHTTP),
    BrokenRequest("{\"json\":", .notHTTP),
    BrokenRequest("hello\r\n", .notHTTP),
    BrokenRequest("hello world\r\n", .notHTTP),
    BrokenRequest("GET of garbage\r\n", .notHTTP),
    BrokenRequest("SSH-2.0-OpenSSH_9.2\r\n", .notHTTP),
    BrokenRequest("GET /\r\n", .notHTTP),
    BrokenRequest("GET / \r\n", .notHTTP),
    BrokenRequest("GET / http/1.1\r\n", .notHTTP),
    BrokenRequest("\r\n\r\n\r\n", .emptyLinesExceeded(limit: 2)),
    BrokenRequest("\nGET / HTTP/1.1\r\n", .bareLineFeed),
    BrokenRequest("\r\rGET / HTTP/1.1\r\n", .bareCarriageReturn),
    BrokenRequest("GET / HTTP/1.1\nHost: a\n\n", .bareLineFeed),
    BrokenRequest("GET / HTTP/1.1\rHost: a\r\n\r\n", .bareCarriageReturn),
    BrokenRequest("GET /\0 HTTP/1.1\r\n", .controlCharacter),
    BrokenRequest("GET /\u{7F} HTTP/1.1\r\n", .controlCharacter),
    BrokenRequest("GET  / HTTP/1.1\r\n", .malformedRequestLine),
    BrokenRequest("GET /  HTTP/1.1\r\n", .malformedRequestLine),
    BrokenRequest("GET HTTP/1.1\r\n", .malformedRequestLine),
    BrokenRequest("GET /a b HTTP/1.1\r\n", .malformedRequestLine),
    BrokenRequest("GE(T / HTTP/1.1\r\n", .malformedRequestLine),
    BrokenRequest("GET\t/ HTTP/1.1\r\n", .malformedRequestLine),
    BrokenRequest("GET / HTTP/1.1\t\r\n", .malformedVersion),
    BrokenRequest("GET / HTTP/1.10\r\n", .malformedVersion),
    BrokenRequest("GET / HTTP/11\r\n", .malformedVersion),
    BrokenRequest("GET / HTTP/a.1\r\n", .malformedVersion),
    BrokenRequest("GET / HTTP/1,1\r\n", .malformedVersion),
    BrokenRequest("GET / HTTP/1.2\r\n", .unsupportedVersion, 505),
    BrokenRequest("GET / HTTP/0.9\r\n", .unsupportedVersion, 505),
    BrokenRequest("GET / HTTP/3.0\r\n", .unsupportedVersion, 505),
    BrokenRequest(
      "GET / " + String(repeating: "x", count: 8300) + "\r\n", .targetTooLong(limit: 8192), 414),
    BrokenRequest("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .unsupportedVersion, 505),
    BrokenRequest(
      String(repeating: "A", count: 33) + " / HTTP/1.1\r\n", .methodTooLong(limit: 32), 501),
  ]

  static let targets = [
    BrokenRequest("GET /a\tb HTTP/1.1\r\n", .invalidTarget),
    BrokenRequest("GET /ü HTTP/1.1\r\n", .invalidTarget),
    BrokenRequest("GET /a#b HTTP/1.1\r\n", .invalidTarget),
    BrokenRequest("GET * HTTP/1.1\r\n", .unsupportedTargetForm),
    BrokenRequest("OPTIONS ** HTTP/1.1\r\n", .unsupportedTargetForm),
    BrokenRequest("GET a.example:443 HTTP/1.1\r\n", .unsupportedTargetForm),
    BrokenRequest("CONNECT a.example:443 HTTP/1.1\r\n", .unsupportedTargetForm),
    BrokenRequest("CONNECT / HTTP/1.1\r\n", .unsupportedTargetForm),
    BrokenRequest("GET ftp://a/ HTTP/1.1\r\n", .unsupportedTargetForm),
    BrokenRequest("GET getchatts HTTP/1.1\r\n", .unsupportedTargetForm),
    BrokenRequest("GET http:///a HTTP/1.1\r\n", .invalidHost),
    BrokenRequest("GET http://u:p@a/ HTTP/1.1\r\n", .invalidHost),
  ]

  static let fieldLines = [
    BrokenRequest(fields: "X-A : b", .whitespaceBeforeColon),
    BrokenRequest(fields: "X-A\t: b", .whitespaceBeforeColon),
    BrokenRequest(fields: "Content-Length : 5", .whitespaceBeforeColon),
    BrokenRequest(fields: "X-A: b\r\n c", .foldedField),
    BrokenRequest(fields: "X-A: b\r\n\tc: d", .foldedField),
    BrokenRequest("GET / HTTP/1.1\r\n Host: a\r\n\r\n", .foldedField),
    BrokenRequest(fields: "X-A", .missingColon),
    BrokenRequest(fields: "X-A ", .missingColon),
    BrokenRequest(fields: "X A: b", .invalidFieldName),
    BrokenRequest(fields: ": b", .invalidFieldName),
    BrokenRequest(fields: "X(A): b", .invalidFieldName),
    BrokenRequest(fields: "Ä: b", .invalidFieldName),
    BrokenRequest(fields: "X-A: b\0", .controlCharacter),
    BrokenRequest(fields: "X-A: \u{1}", .controlCharacter),
    BrokenRequest(fields: "X-A: \u{7F}", .controlCharacter),
    BrokenRequest(fields: "X-A: b\rX-B: c", .bareCarriageReturn),
    BrokenRequest(fields: "X-A: b\nX-B: c", .bareLineFeed),
    BrokenRequest("GET / HTTP/1.1\r\nHost: a\r\n\n", .bareLineFeed),
    BrokenRequest("GET / HTTP/1.1\r\nHost: a\r\n\rX", .bareCarriageReturn),
  ]

  static let hosts = [
    BrokenRequest("GET / HTTP/1.1\r\n\r\n", .missingHost),
    BrokenRequest(fields: "Host: a", .repeatedHost),
    BrokenRequest(fields: "HOST: b", .repeatedHost),
    BrokenRequest("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", .repeatedHost),
    BrokenRequest("GET / HTTP/1.1\r\nHost: a b\r\n\r\n", .invalidHost),
    BrokenRequest("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .invalidHost),
    BrokenRequest("GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", .invalidHost),
    BrokenRequest("GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", .invalidHost),
    BrokenRequest("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", .invalidHost),
  ]

  static let lengths =
    [
      "+5", "-5", "5,5", "5, 5", "0x5", "5.0", "5 5", "", "5;", "１", "five",
      "9223372036854775808", "99999999999999999999999999",
    ].map { BrokenRequest(fields: "Content-Length: \($0)", .invalidContentLength) }
    + [
      BrokenRequest(fields: "Content-Length: 5\r\nContent-Length: 5", .repeatedContentLength),
      BrokenRequest(fields: "Content-Length: 5\r\ncontent-length: 6", .repeatedContentLength),
      BrokenRequest(
        fields: "Content-Length: 33554433", .bodyTooLarge(limit: 33_554_432), 413),
      BrokenRequest(
        fields: "Content-Length: 9223372036854775807", .bodyTooLarge(limit: 33_554_432), 413),
    ]

  static let encodings =
    [
      "", ",", "gzip", "identity", "xchunked", "chunkedx", "\"chunked\"", "chunked;a=b",
      "chunked, gzip", "chunked, chunked", "gzip, chunked, chunked", "chunked,", ", chunked",
      "chun ked", "\u{B}chunked",
    ].map {
      BrokenRequest(
        fields: "Transfer-Encoding: \($0)",
        $0.hasPrefix("\u{B}") ? .controlCharacter : .invalidTransferEncoding)
    } + [
      BrokenRequest(
        fields: "Transfer-Encoding: gzip, chunked", .unsupportedTransferEncoding, 501),
      BrokenRequest(
        fields: "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .invalidTransferEncoding
      ),
      BrokenRequest(
        fields: "Transfer-Encoding: chunked\r\nContent-Length: 5", .lengthAndTransferEncoding),
      BrokenRequest(
        fields: "Content-Length: 5\r\nTransfer-Encoding: chunked", .lengthAndTransferEncoding),
      BrokenRequest(
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", .transferEncodingInHTTP10),
    ]

  static let chunks =
    [
      "+5", "-5", " 5", "5 ", "5 ;a", "0x5", "5_0", "", ";a", "g", "5.", "5,5", "\t5",
    ].map { BrokenRequest(chunks: "\($0)\r\nhello\r\n0\r\n\r\n", .invalidChunkSize) }
    + [
      BrokenRequest(chunks: "8000000000000000\r\n", .chunkSizeOverflow),
      BrokenRequest(chunks: "ffffffffffffffff\r\n", .chunkSizeOverflow),
      BrokenRequest(chunks: "10000000000000005\r\n", .chunkSizeOverflow),
      BrokenRequest(chunks: "00000000000000005\r\n", .chunkSizeOverflow),
      BrokenRequest(chunks: "1\r\nx\r\n7fffffffffffffff\r\n", .chunkSizeOverflow),
      BrokenRequest(chunks: "2000001\r\n", .bodyTooLarge(limit: 33_554_432), 413),
      BrokenRequest(chunks: "5\nhello", .bareLineFeed),
      BrokenRequest(chunks: "5;a\nhello", .bareLineFeed),
      BrokenRequest(chunks: "5;a\rb\r\nhello", .bareCarriageReturn),
      BrokenRequest(chunks: "5;\0\r\nhello", .controlCharacter),
      BrokenRequest(chunks: "5\r\nhello!\r\n", .missingChunkEnd),
      BrokenRequest(chunks: "5\r\nhello\n", .missingChunkEnd),
      BrokenRequest(chunks: "5\r\nhello\rX", .missingChunkEnd),
      BrokenRequest(chunks: "5\r\nhello0\r\n\r\n", .missingChunkEnd),
      BrokenRequest(chunks: "0\r\nX-A : b\r\n\r\n", .whitespaceBeforeColon),
      BrokenRequest(chunks: "0\r\n X-A: b\r\n\r\n", .foldedField),
      BrokenRequest(chunks: "0\r\nX-A: b\n\r\n", .bareLineFeed),
      BrokenRequest(chunks: "0\r\nContent-Length: 5\r\n\r\n", .forbiddenTrailer),
      BrokenRequest(chunks: "0\r\nhost: b\r\n\r\n", .forbiddenTrailer),
      BrokenRequest(chunks: "0\r\nTransfer-Encoding: chunked\r\n\r\n", .forbiddenTrailer),
    ]
}
