/// The value of a named field of a log line.
enum LogValue: Sendable, Equatable {
  case text(String)
  /// Bytes from elsewhere: what is not UTF-8 is repaired.
  case bytes([UInt8])
  case integer(Int)
  case boolean(Bool)
  /// Written as milliseconds with three decimals; the field's name should end in `_ms`.
  case duration(Duration)
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
}
