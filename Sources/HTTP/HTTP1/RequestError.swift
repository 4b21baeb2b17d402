/// Why the received bytes are not a request that this server accepts.
///
/// Unless it is `bodyTooLarge` or `unsupportedExpectation`, the start of the next request is
/// unknown: send the response and close the connection.
public enum RequestError: Error, Hashable, Sendable {
  /// The first line is not a request line: TLS on a plaintext port, another protocol, or garbage.
  case notHTTP
  case emptyLinesExceeded(limit: Int)
  case bareLineFeed
  case bareCarriageReturn
  case controlCharacter
  case malformedRequestLine
  case methodTooLong(limit: Int)
  case invalidTarget
  /// The target is in authority-form, is an asterisk without OPTIONS, or has a scheme other than
  /// HTTP (RFC 9112 section 3.2).
  case unsupportedTargetForm
  case targetTooLong(limit: Int)
  case malformedVersion
  case unsupportedVersion
  case headTooLarge(limit: Int)
  case fieldCountExceeded(limit: Int)
  /// A field line continues on the next line, `obs-fold` (RFC 9112 section 5.2).
  case foldedField
  case missingColon
  case whitespaceBeforeColon
  case invalidFieldName
  case missingHost
  case repeatedHost
  case invalidHost
  case invalidContentLength
  case repeatedContentLength
  /// There is a coding besides `chunked`, which this server does not support (RFC 9112 section
  /// 6.1).
  case unsupportedTransferEncoding
  /// `chunked` is not the last coding, or is repeated (RFC 9112 section 6.3).
  case invalidTransferEncoding
  case transferEncodingInHTTP10
  case lengthAndTransferEncoding
  /// The expectation is not `100-continue` (RFC 9110 section 10.1.1).
  case unsupportedExpectation
  case bodyTooLarge(limit: Int)
  case invalidChunkSize
  case chunkSizeOverflow
  case chunkExtensionsTooLong(limit: Int)
  /// The body has very many chunks, and their mean size is below `meanMin` bytes.
  case chunksTooSmall(meanMin: Int)
  case missingChunkEnd
  case trailersTooLarge(limit: Int)
  /// The trailers contain a field for framing, routing or control (RFC 9110 section 6.5.1).
  case forbiddenTrailer
  /// The client closed its side within a request.
  case truncated

  /// The status of the response.
  public var status: Status {
    switch self {
    case .bodyTooLarge: .contentTooLarge
    case .targetTooLong: .uriTooLong
    case .unsupportedExpectation: .expectationFailed
    case .headTooLarge, .fieldCountExceeded, .trailersTooLarge: .requestHeaderFieldsTooLarge
    case .methodTooLong, .unsupportedTransferEncoding: .notImplemented
    case .unsupportedVersion: .httpVersionNotSupported
    default: .badRequest
    }
  }
}

/// The error text for the client and the log; it contains nothing from the request.
extension RequestError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notHTTP: "not an HTTP/1.1 request"
    case .emptyLinesExceeded(let limit): "more than \(limit) empty lines before a request"
    case .bareLineFeed: "LF without CR: end lines with CR LF"
    case .bareCarriageReturn: "CR without LF: end lines with CR LF"
    case .controlCharacter: "control character in the request head"
    case .malformedRequestLine:
      "malformed request line: expected method, target and version, separated by single spaces"
    case .methodTooLong(let limit): "the method is longer than the limit of \(limit) bytes"
    case .invalidTarget:
      "invalid character in the request target: percent-encode it"
    case .unsupportedTargetForm: "the request target is neither a path nor an http or https URI"
    case .targetTooLong(let limit): "the request target is longer than the limit of \(limit) bytes"
    case .malformedVersion: "malformed HTTP version: write it as HTTP/1.1"
    case .unsupportedVersion: "unsupported HTTP version: use HTTP/1.1 or HTTP/1.0"
    case .headTooLarge(let limit): "the request head is longer than the limit of \(limit) bytes"
    case .fieldCountExceeded(let limit):
      "the request has more header fields than the limit of \(limit)"
    case .foldedField: "header field continued on the next line: put it on one line"
    case .missingColon: "header field without a colon"
    case .whitespaceBeforeColon: "whitespace before the colon of a header field"
    case .invalidFieldName: "the name of a header field is not a token"
    case .missingHost: "the Host field is missing"
    case .repeatedHost: "more than one Host field"
    case .invalidHost: "the host is not a host name or address with an optional port"
    case .invalidContentLength: "Content-Length is not a decimal number"
    case .repeatedContentLength: "more than one Content-Length field"
    case .unsupportedTransferEncoding: "unsupported transfer coding: use chunked"
    case .invalidTransferEncoding: "invalid Transfer-Encoding: use chunked alone"
    case .transferEncodingInHTTP10: "Transfer-Encoding in an HTTP/1.0 request: use HTTP/1.1"
    case .lengthAndTransferEncoding: "both Content-Length and Transfer-Encoding: send only one"
    case .unsupportedExpectation: "unsupported expectation: use 100-continue"
    case .bodyTooLarge(let limit): "the request body is longer than the limit of \(limit) bytes"
    case .invalidChunkSize: "a chunk size is not a hexadecimal number"
    case .chunkSizeOverflow: "chunk size too large"
    case .chunkExtensionsTooLong(let limit):
      "the chunk extensions are longer than the limit of \(limit) bytes"
    case .chunksTooSmall(let meanMin):
      "too many small chunks: send at least \(meanMin) bytes per chunk on average"
    case .missingChunkEnd: "chunk data not followed by CR LF"
    case .trailersTooLarge(let limit): "the trailers are longer than the limit of \(limit) bytes"
    case .forbiddenTrailer: "forbidden trailer field"
    case .truncated: "incomplete request"
    }
  }
}
