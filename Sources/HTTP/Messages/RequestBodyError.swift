/// Why the content of a request could not be read to its end.
public enum RequestBodyError: Error, Hashable, Sendable {
  /// It is longer than `limit` bytes.
  case tooLarge(limit: Int)
  /// Its framing is broken; the connection is closed after the response.
  case malformed(RequestError)
  /// The client ended its side, or reset the connection, before the end of the content.
  case truncated
  /// It is not in the coding that `Content-Encoding` says, or ends before that coding's end.
  case badCoding
  /// It decodes to more than `ratioMax` times its size.
  case compressedTooMuch(ratioMax: Int)
  /// It has more than `countMax` gzip members (RFC 1952, section 2.2).
  case tooManyMembers(countMax: Int)
  /// The client took too long.
  case timedOut
  /// Other bodies of its connection were held for so long that it could not be taken in.
  case noRoom
  /// The response has begun, or is over, and the content can no longer be asked for.
  case notAvailable

  /// The status that says so.
  public var status: Status {
    switch self {
    case .tooLarge, .compressedTooMuch: .contentTooLarge
    case .malformed(let error): error.status
    case .truncated, .badCoding, .tooManyMembers: .badRequest
    case .timedOut: .requestTimeout
    case .noRoom: .serviceUnavailable
    case .notAvailable: .internalServerError
    }
  }
}

extension RequestBodyError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let limit): "the request body is longer than the limit of \(limit) bytes"
    case .malformed(let error): error.description
    case .truncated: "the request body ended before its announced end"
    case .badCoding: "the request body is not in the coding that Content-Encoding names"
    case .compressedTooMuch(let ratioMax):
      "the request body decodes to more than \(ratioMax) times its size: send it uncompressed"
    case .tooManyMembers(let countMax):
      "the request body has more than \(countMax) gzip members: compress it as one"
    case .timedOut: "the request body did not arrive in time"
    case .noRoom: "too many large request bodies at a time: try again later"
    case .notAvailable: "the request body was asked for after the response had begun"
    }
  }
}
