/// The value of a field to send. It is always valid, so that no value can split a response.
///
/// RFC 9110 section 5.5 permits visible characters, spaces, tabs and bytes from 0x80, but no
/// control characters.
public struct FieldValue: Hashable, Sendable {
  public let text: String

  public init(_ text: String) throws(HeaderFieldError) {
    if let error = Self.error(in: text) { throw error }
    self.text = text
  }

  public init(_ number: Int) {
    text = String(number)
  }

  private static func error(in text: String) -> HeaderFieldError? {
    let bytes = text.utf8
    if bytes.contains(where: \.isForbiddenControl) { return .controlCharacter }
    if bytes.first?.isWhitespace == true || bytes.last?.isWhitespace == true {
      return .surroundingWhitespace
    }
    return nil
  }
}

/// A literal that is not a valid field value is a programming error and terminates the program.
extension FieldValue: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    precondition(Self.error(in: text) == nil, "invalid characters in a field value")
    self.text = text
  }
}

extension FieldValue: CustomStringConvertible {
  public var description: String { text }
}
