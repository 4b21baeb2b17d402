/// The value of a field to send. It is always valid, so that no value can split a response.
///
/// RFC 9110 section 5.5 permits visible characters, spaces, tabs and bytes from 0x80, but no
/// control characters, and no whitespace at either end.
public struct FieldValue: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public init(_ text: String) throws(InvalidFieldValue) {
    guard Self.isValid(text) else { throw InvalidFieldValue() }
    self.text = text
  }

  public init(_ number: Int) {
    text = String(number)
  }

  private static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    return !bytes.contains(where: \.isForbiddenControl) && bytes.first?.isWhitespace != true
      && bytes.last?.isWhitespace != true
  }

  /// The value of `Allow`: the methods that a resource supports (RFC 9110 section 10.2.1).
  public static func allow(_ methods: [Method]) -> FieldValue {
    (try? FieldValue(methods.map(\.name).joined(separator: ", "))) ?? ""
  }

  /// The value of `Retry-After`: whole seconds, rounded up, at least 1 (RFC 9110 section 10.2.3).
  public static func retryAfter(_ delay: Duration) -> FieldValue {
    let (seconds, attoseconds) = delay.components
    let (next, overflows) = seconds.addingReportingOverflow(attoseconds > 0 ? 1 : 0)
    return FieldValue(Int(clamping: max(1, overflows ? seconds : next)))
  }

  public var description: String { text }
}

/// The error for a text that is not a valid field value.
public struct InvalidFieldValue: Error {}

/// A literal that is not a valid field value is a programming error and terminates the program.
extension FieldValue: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) {
    precondition(Self.isValid(text), "invalid characters in a field value")
    self.text = text
  }
}
