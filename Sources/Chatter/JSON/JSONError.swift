/// Why bytes are not the JSON object that was to come; each description ends a sentence that starts
/// with what was read ("body is ", "answer is ").
///
/// Offsets count bytes from 0, a byte order mark included. Source: RFC 8259.
public enum JSONError: Error, Equatable, Sendable {
  /// Nothing there, or nothing but blanks.
  case empty
  /// JSON, but another kind of value.
  case notAnObject(JSONKind)
  /// The end came before the value was complete.
  case cutShort(offset: Int)
  /// A byte that cannot stand there.
  case unexpected(UInt8, offset: Int)
  /// A control character that is not escaped, in a string.
  case controlCharacter(UInt8, offset: Int)
  /// A backslash that starts none of the escapes.
  case escape(offset: Int)
  /// A number with a leading zero or without its digits.
  case number(offset: Int)
  /// A sequence that RFC 3629 has not: overlong, a surrogate, past U+10FFFF, or broken off.
  case invalidUTF8(offset: Int)
  /// More than 64 values inside each other.
  case tooDeep(offset: Int)
  /// More members than `JSONLimits` allows.
  case tooManyMembers(Int, offset: Int)
  /// More values than `JSONLimits` allows.
  case tooManyValues(Int, offset: Int)
  /// Something after the value.
  case dataAfterEnd(offset: Int)
}

extension JSONError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty:
      "empty: send a JSON object"
    case .notAnObject(let kind):
      "not a JSON object but \(kind.rawValue): send a JSON object"
    case .cutShort(let offset):
      "not JSON: it is cut short at byte \(offset)"
    case .unexpected(let byte, let offset):
      "not JSON: unexpected \(ByteName(byte)) at byte \(offset)"
    case .controlCharacter(let byte, let offset):
      "not JSON: control character \(ByteName(byte)) in a string at byte \(offset): escape it"
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
      "not JSON: something follows its value at byte \(offset)"
    }
  }
}
