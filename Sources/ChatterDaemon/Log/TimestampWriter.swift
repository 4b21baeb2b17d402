import EventLoop

/// Writes times as `2025-01-02T03:04:05.123Z` (RFC 3339). Everything but the milliseconds is cached
/// until the second changes.
struct TimestampWriter: Sendable {
  /// The years with four digits.
  private static let secondsRange: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  private var second: Int64?
  private var cachedPrefix: [UInt8] = []

  mutating func append(_ time: WallTime, to line: inout [UInt8]) {
    if second != time.seconds {
      second = time.seconds
      cachedPrefix = Self.upToSeconds(time.seconds)
    }
    line.append(contentsOf: cachedPrefix)
    Self.append(time.milliseconds, digits: 3, to: &line)
    line.append(UInt8(ascii: "Z"))
  }

  /// Returns `2025-01-02T03:04:05.`
  private static func upToSeconds(_ seconds: Int64) -> [UInt8] {
    let clamped = min(max(seconds, secondsRange.lowerBound), secondsRange.upperBound)
    let day = floorDivide(clamped, 86_400)
    let ofDay = Int(clamped - day * 86_400)
    let date = civil(day)
    let parts = [
      (date.year, 4, "-"), (date.month, 2, "-"), (date.day, 2, "T"), (ofDay / 3600, 2, ":"),
      (ofDay / 60 % 60, 2, ":"), (ofDay % 60, 2, "."),
    ]
    var bytes: [UInt8] = []
    for (number, digits, separator) in parts {
      append(number, digits: digits, to: &bytes)
      bytes.append(contentsOf: separator.utf8)
    }
    return bytes
  }

  /// Returns the proleptic Gregorian date of a day number. Years are counted from March, so that
  /// the leap day is the last (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
  private static func civil(_ daysSince1970: Int64) -> (year: Int, month: Int, day: Int) {
    let days = daysSince1970 + 719_468
    let era = floorDivide(days, 146_097)
    let ofEra = days - era * 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * ofYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (Int(year), Int(month), Int(ofYear - (153 * fromMarch + 2) / 5 + 1))
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : (number - divisor + 1) / divisor
  }

  private static func append(_ number: Int, digits: Int, to line: inout [UInt8]) {
    let text = String(number)
    line.append(
      contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, digits - text.utf8.count)))
    line.append(contentsOf: text.utf8)
  }
}

/// A point in time, in UTC.
struct WallTime: Sendable, Equatable {
  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
  let seconds: Int64
  /// Milliseconds, 0 to 999.
  let milliseconds: Int

  static var now: WallTime {
    let (seconds, microseconds) = WallClock.microsecondsSince1970
      .quotientAndRemainder(dividingBy: 1_000_000)
    return WallTime(seconds: seconds, milliseconds: Int(microseconds / 1000))
  }
}
