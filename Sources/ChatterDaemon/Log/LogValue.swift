/// The value of a field in a log line.
enum LogValue: Sendable, Equatable {
  case text(String)
  /// External bytes; invalid UTF-8 is repaired.
  case bytes([UInt8])
  case integer(Int)
  case boolean(Bool)
  /// Milliseconds with three decimals; the field's name should end in `_ms`.
  case duration(Duration)
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
}
