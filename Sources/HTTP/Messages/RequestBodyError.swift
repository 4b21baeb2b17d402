/// Why the body of a request could not be read to its end.
public enum RequestBodyError: Error, Hashable, Sendable {
  /// The body is longer than `limit` bytes.
  case tooLarge(limit: Int)
  /// The framing of the body is malformed; the connection is closed after the response.
  case malformed(RequestError)
  /// The client closed its side, or reset the connection, before the end of the body.
  case truncated
  /// The body is not valid in the coding that `Content-Encoding` names, or is incomplete in that
  /// coding.
  case badCoding
  /// The body decodes to more than `ratioMax` times its encoded size.
  case compressedTooMuch(ratioMax: Int)
  /// The body has more than `countMax` gzip members (RFC 1952, section 2.2).
  case tooManyMembers(countMax: Int)
  /// The body did not arrive before its deadline.
  case timedOut
  /// The memory quota was exhausted.
  case quotaExhausted
  /// The response has begun or is complete, and the body can no longer be requested.
  case notAvailable

  /// The status of the response to this error.
  public var status: Status {
    switch self {
    case .tooLarge, .compressedTooMuch: .contentTooLarge
    case .malformed(let error): error.status
    case .truncated, .badCoding, .tooManyMembers: .badRequest
    case .timedOut: .requestTimeout
    case .quotaExhausted: .serviceUnavailable
    case .notAvailable: .internalServerError
    }
  }
}

extension RequestBodyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let limit): "the request body is longer than the limit of \(limit) bytes"
    case .malformed(let error): error.description
    case .truncated: "incomplete request body"
    case .badCoding: "the request body does not match its Content-Encoding"
    case .compressedTooMuch(let ratioMax):
      "the request body decodes to more than \(ratioMax) times its size: send it uncompressed"
    case .tooManyMembers(let countMax):
      "the request body has more than \(countMax) gzip members: compress it as one"
    case .timedOut: "the request body did not arrive in time"
    case .quotaExhausted: "memory for request bodies is exhausted: try again later"
    case .notAvailable: "the request body was requested after the response had begun"
    }
  }
}
