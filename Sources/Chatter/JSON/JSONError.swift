/// The reason that bytes are not the expected JSON; the description completes a message that starts
/// with what was read ("body is ").
///
/// Offsets are in bytes from 0 and include a byte order mark. Source: RFC 8259.
public enum JSONError: Error, Equatable, Sendable {
  /// The text is empty or contains only blanks.
  case empty
  /// The text is a JSON value of another kind.
  case notAnObject(JSONKind)
  case cutShort(offset: Int)
  case unexpected(UInt8, offset: Int)
  case controlCharacter(UInt8, offset: Int)
  /// A backslash that does not start a valid escape.
  case escape(offset: Int)
  /// A number with a leading zero or without the required digits.
  case number(offset: Int)
  /// An invalid sequence (RFC 3629): overlong, a surrogate, above U+10FFFF, or incomplete.
  case invalidUTF8(offset: Int)
  case tooDeep(offset: Int)
  case tooManyMembers(Int, offset: Int)
  case tooManyValues(Int, offset: Int)
  case dataAfterEnd(offset: Int)
  /// A `\u` escape of half a surrogate pair: the text cannot be encoded as UTF-8.
  case loneSurrogate
  /// Two members of one object have the same name, where that is not allowed.
  case repeatedMember
}

extension JSONError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty:
      "empty: send a JSON object"
    case .notAnObject(let kind):
      "not a JSON object but \(kind.rawValue): send a JSON object"
    case .cutShort(let offset):
      "not JSON: truncated at byte \(offset)"
    case .unexpected(let byte, let offset):
      "not JSON: unexpected \(byte.quoted) at byte \(offset)"
    case .controlCharacter(let byte, let offset):
      "not JSON: control character \(byte.quoted) in a string at byte \(offset): escape it"
    case .escape(let offset):
      "not JSON: unknown escape in a string at byte \(offset)"
    case .number(let offset):
      "not JSON: malformed number at byte \(offset)"
    case .invalidUTF8(let offset):
      "not JSON: invalid UTF-8 at byte \(offset)"
    case .tooDeep(let offset):
      "nested deeper than \(JSONScanner.depthMax) values at byte \(offset)"
    case .tooManyMembers(let countMax, let offset):
      "over the limit of \(countMax) members at byte \(offset): send only the members of the call"
    case .tooManyValues(let countMax, let offset):
      "over the limit of \(countMax) values at byte \(offset): send only the members of the call"
    case .dataAfterEnd(let offset):
      "not JSON: unexpected data after the value at byte \(offset)"
    case .loneSurrogate: "a string with half a surrogate pair"
    case .repeatedMember: "an object with two members of the same name"
    }
  }
}

/// The kinds of JSON values; the raw value is the name in messages.
public enum JSONKind: String, Sendable {
  case object = "an object"
  case array = "an array"
  case text = "a string"
  case number = "a number"
  case boolean = "true or false"
  case null = "null"
}
