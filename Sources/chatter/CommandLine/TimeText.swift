/// Times as options have them and as a screen shows them.
enum TimeText {
  private static let digitsMax = 9

  /// `500ms`, `10s`, `2m`, `1h`, or seconds without a unit.
  static func duration(_ text: String) -> Duration? {
    let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    guard let value = decimal(String(number)) else { return nil }
    let milliseconds: Double
    switch text.dropFirst(number.count) {
    case "ms": milliseconds = value
    case "", "s": milliseconds = value * 1000
    case "m": milliseconds = value * 60_000
    case "h": milliseconds = value * 3_600_000
    default: return nil
    }
    return .milliseconds(Int64(milliseconds))
  }

  /// The same the other way: the largest unit in which it is whole.
  static func option(_ time: Duration) -> String {
    let milliseconds = milliseconds(time)
    for (unit, name) in [(3_600_000, "h"), (60_000, "m"), (1000, "s")] as [(Int64, String)]
    where milliseconds >= unit && milliseconds % unit == 0 {
      return "\(milliseconds / unit)\(name)"
    }
    return "\(milliseconds)ms"
  }

  /// `00:03`, from an hour on `1:00:00`: what the labs' player shows.
  static func clock(_ time: Duration) -> String {
    let seconds = max(0, time.components.seconds)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let tail = "\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
    return hours > 0 ? "\(hours):\(tail)" : tail
  }

  /// Digits alone, no sign, no other scripts.
  static func digits(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.count <= digitsMax, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 })
    else { return nil }
    return Int(text)
  }

  /// Digits with at most one point between them.
  static func decimal(_ text: String) -> Double? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ digits(String($0)) != nil }) else { return nil }
    return Double(text)
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  static func milliseconds(_ time: Duration) -> Int64 {
    let (seconds, attoseconds) = time.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
