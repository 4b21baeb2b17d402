import Program

/// Durations as option values. People type them, so seconds need no unit and fractions are allowed.
enum TimeText {
  /// About 300,000 years: the limit keeps the conversion to `Int64` in range.
  private static let millisecondsMax = 1e16

  /// Parses `500ms`, `10s`, `1.5s`, `2m`, `1h`, or seconds without a unit; nil for anything else.
  static func duration(_ text: String) -> Duration? {
    let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    guard let value = Decimals.fraction(number) else { return nil }
    let milliseconds: Double
    switch text.dropFirst(number.count) {
    case "ms": milliseconds = value
    case "", "s": milliseconds = value * 1000
    case "m": milliseconds = value * 60_000
    case "h": milliseconds = value * 3_600_000
    default: return nil
    }
    guard milliseconds <= millisecondsMax else { return nil }
    return .milliseconds(Int64(milliseconds))
  }

  static func milliseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
