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
