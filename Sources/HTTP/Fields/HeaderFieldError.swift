/// Why a text cannot be the name or the value of a field.
public enum HeaderFieldError: Error, Hashable, Sendable {
  /// A name is a token: letters, digits and few signs, at least one (RFC 9110 section 5.1).
  case notAToken
  /// A value may hold no CR, LF, NUL or other control character but HTAB (RFC 9110 section 5.5).
  case controlCharacter
  /// A value neither starts nor ends with whitespace (RFC 9110 section 5.5).
  case surroundingWhitespace
}

extension HeaderFieldError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAToken: "a field name is not a token"
    case .controlCharacter: "a field value has a control character in it"
    case .surroundingWhitespace: "a field value starts or ends with whitespace"
    }
  }
}
