/// Why a string is not a valid field name or value.
public enum HeaderFieldError: Error, Hashable, Sendable {
  /// The name is not a token, which is one or more letters, digits and certain symbols (RFC 9110
  /// section 5.1).
  case notAToken
  /// The value contains CR, LF, NUL or another control character except HTAB (RFC 9110 section
  /// 5.5).
  case controlCharacter
  /// The value starts or ends with whitespace (RFC 9110 section 5.5).
  case surroundingWhitespace
}

extension HeaderFieldError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAToken: "a field name is not a token"
    case .controlCharacter: "control character in a field value"
    case .surroundingWhitespace: "a field value starts or ends with whitespace"
    }
  }
}
