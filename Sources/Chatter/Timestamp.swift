/// A moment in microseconds since 1970-01-01 00:00 UTC, leap seconds not counted, in the years 1 to
/// 9999: what PostgreSQL's `timestamptz` tells apart and what four digits of a year can show.
public struct Timestamp: Hashable, Sendable {
  /// Negative before 1970.
  public let microsecondsSince1970: Int64

  /// The first microsecond of the year 1 and the last one of the year 9999.
  public static let range: ClosedRange<Int64> =
    -62_135_596_800_000_000...253_402_300_799_999_999

  /// Takes a moment; nil where it is outside the years 1 to 9999.
  public init?(microsecondsSince1970 microseconds: Int64) {
    guard Self.range.contains(microseconds) else { return nil }
    microsecondsSince1970 = microseconds
  }

  /// A moment later (or earlier, by a negative duration), or the end of the range it would leave.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let end = seconds < 0 ? Self.range.lowerBound : Self.range.upperBound
    guard !overflow else { return Timestamp(clamped: end) }
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    guard !carry else { return Timestamp(clamped: end) }
    let (moment, carryOut) = microsecondsSince1970.addingReportingOverflow(sum)
    return Timestamp(clamped: carryOut ? end : moment)
  }

  private init(clamped microseconds: Int64) {
    microsecondsSince1970 = min(max(microseconds, Self.range.lowerBound), Self.range.upperBound)
  }
}

extension Timestamp: Comparable {
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microsecondsSince1970 < right.microsecondsSince1970
  }
}
