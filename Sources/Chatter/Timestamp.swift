/// A time in microseconds since 1970-01-01 00:00 UTC, without leap seconds, in the years 1 to 9999.
///
/// This is the resolution of PostgreSQL's `timestamptz` and the range of a four-digit year.
public struct Timestamp: Hashable, Sendable {
  /// Microseconds since 1970-01-01 00:00 UTC; negative before 1970.
  public let microsecondsSince1970: Int64

  /// The first microsecond of the year 1 to the last one of the year 9999.
  public static let range: ClosedRange<Int64> =
    -62_135_596_800_000_000...253_402_300_799_999_999

  /// Creates a timestamp; nil if the time is outside the years 1 to 9999.
  public init?(microsecondsSince1970 microseconds: Int64) {
    guard Self.range.contains(microseconds) else { return nil }
    microsecondsSince1970 = microseconds
  }

  /// Creates the timestamp in the range that is closest to a time.
  public init(clamping microseconds: Int64) {
    microsecondsSince1970 = min(max(microseconds, Self.range.lowerBound), Self.range.upperBound)
  }
}

extension Timestamp: Comparable {
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microsecondsSince1970 < right.microsecondsSince1970
  }
}

extension Timestamp: CustomStringConvertible {
  /// ISO 8601 with exactly three fraction digits and `Z`: `2025-01-02T03:04:05.123Z`.
  ///
  /// Microseconds are truncated, not rounded: the text is never later than the timestamp, and texts
  /// sort in the order of their timestamps.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(Self.textCount)
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of ``description``, in ASCII.
  public func append(to output: inout [UInt8]) {
    let perDay: Int64 = 86_400_000_000
    var days = microsecondsSince1970 / perDay
    var rest = microsecondsSince1970 % perDay
    if rest < 0 { (days, rest) = (days - 1, rest + perDay) }
    let date = CivilDate(daysSince1970: days)
    let milliseconds = rest / 1000

    output.append(addingCapacity: Self.textCount) { text in
      Self.append(date.year, digits: 4, "-", to: &text)
      Self.append(date.month, digits: 2, "-", to: &text)
      Self.append(date.day, digits: 2, "T", to: &text)
      Self.append(milliseconds / 3_600_000, digits: 2, ":", to: &text)
      Self.append(milliseconds / 60_000 % 60, digits: 2, ":", to: &text)
      Self.append(milliseconds / 1000 % 60, digits: 2, ".", to: &text)
      Self.append(milliseconds % 1000, digits: 3, "Z", to: &text)
    }
  }

  private static let textCount = 24

  private static func append(
    _ number: Int64, digits: Int, _ separator: Unicode.Scalar, to output: inout OutputSpan<UInt8>
  ) {
    var unit: Int64 = 1
    for _ in 1..<digits { unit *= 10 }
    while unit > 0 {
      output.append(UInt8(ascii: "0") + UInt8(number / unit % 10))
      unit /= 10
    }
    output.append(UInt8(ascii: separator))
  }

  /// Parses ISO 8601 as back ends write it: a date, `T` or a blank, a time, a fraction of any
  /// length (truncated to microseconds), and `Z` or an offset from UTC (`+01`, `+0100`, `+01:00`).
  ///
  /// Nil for a date that does not exist, a time without a zone, a leap second, or any other text.
  public init?(_ text: some StringProtocol) {
    var reader = TimestampReader(text)
    guard let date = reader.date(), reader.take("T", "t", " "), let time = reader.time(),
      let offset = reader.zone(), reader.isAtEnd
    else { return nil }
    self.init(
      microsecondsSince1970: (date.daysSince1970 * 86_400 - offset) * 1_000_000 + time)
  }
}
