/// The first line of a request: method, target and version, separated by single spaces (RFC 9112
/// section 3).
struct RequestLine: Equatable {
  /// The size in bytes of two spaces, the version and the line end.
  static let fixedBytes = 12

  let method: Method
  let target: RequestTarget
  let version: HTTPVersion

  init(parsing line: ArraySlice<UInt8>, limits: RequestLimits) throws(RequestError) {
    let bytes = line.span
    guard let methodEnd = line.firstIndex(of: .space), let targetEnd = line.lastIndex(of: .space),
      Self.startsVersion(bytes, at: targetEnd + 1 - line.startIndex)
    else { throw .notHTTP }
    // A space in the target would make its end ambiguous between recipients.
    guard methodEnd < targetEnd, methodEnd > line.startIndex,
      line[..<methodEnd].allSatisfy(\.isTokenCharacter),
      line[(methodEnd + 1)..<targetEnd].firstIndex(of: .space) == nil
    else { throw .malformedRequestLine }
    guard methodEnd - line.startIndex <= limits.methodBytesMax else {
      throw .methodTooLong(limit: limits.methodBytesMax)
    }
    let target = line[(methodEnd + 1)..<targetEnd]
    guard target.count <= limits.targetBytesMax else {
      throw .targetTooLong(limit: limits.targetBytesMax)
    }
    version = try Self.version(bytes, at: targetEnd + 1 - line.startIndex)
    method = Method(String(decoding: line[..<methodEnd], as: UTF8.self))
    self.target = try RequestTarget(parsing: target, method: method)
  }

  private static func startsVersion(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    start + 5 <= bytes.count && bytes.equals("HTTP/", in: start..<start + 5)
  }

  private static func version(_ bytes: Span<UInt8>, at start: Int) throws(RequestError)
    -> HTTPVersion
  {
    guard bytes.count == start + 8, bytes[start + 5].isDigit, bytes[start + 6] == 0x2E,
      bytes[start + 7].isDigit
    else { throw .malformedVersion }
    switch (bytes[start + 5], bytes[start + 7]) {
    case (0x31, 0x31): return .http11
    case (0x31, 0x30): return .http10
    default: throw .unsupportedVersion
    }
  }
}
