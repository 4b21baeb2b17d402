/// Why a body is not `multipart/form-data`; the description says what to change.
public enum MultipartError: Error, Equatable, Sendable {
  case missingBoundary
  case invalidBoundary
  /// The preamble is too long, or the body ends without a boundary.
  case noDelimiter
  /// A boundary is followed by something else than the end of its line or `--`.
  case invalidDelimiter
  case invalidHead
  case headTooLong(bytesMax: Int)
  case tooManyParts(countMax: Int)
  /// A part has no Content-Disposition: form-data with a name.
  case missingName
  /// The body ends before its last boundary.
  case truncated
}

extension MultipartError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missingBoundary:
      "Content-Type has no boundary: send multipart/form-data; boundary=…, as in the body"
    case .invalidBoundary:
      "the boundary in Content-Type is invalid: send 1 to 70 letters, digits or '()+_,-./:=?"
    case .noDelimiter:
      "the boundary of Content-Type does not occur in the body: send the same in both"
    case .invalidDelimiter: "a boundary in the body is followed by other characters on its line"
    case .invalidHead:
      "the head of a part is malformed: send lines of name, colon and value that end in CRLF"
    case .headTooLong(let bytesMax): "the head of a part is longer than \(bytesMax) bytes"
    case .tooManyParts(let countMax): "the form has more than \(countMax) parts"
    case .missingName:
      "a part has no name: send Content-Disposition: form-data; name=\"…\" with each"
    case .truncated: "the form ends before its last boundary: send the whole body"
    }
  }
}
