/// An instant as stored in a `timestamptz`: whole microseconds since 2000-01-01 00:00 UTC.
public struct PostgresTimestamp: Hashable, Sendable {
  public let microsecondsSince2000: Int64

  /// 10,957 days, from the Unix epoch to PostgreSQL's epoch.
  private static let epochDifferenceMicroseconds: Int64 = 946_684_800_000_000

  /// Microseconds of Unix time; values beyond the range are clamped.
  public var microsecondsSince1970: Int64 {
    let (value, overflow) = microsecondsSince2000.addingReportingOverflow(
      Self.epochDifferenceMicroseconds)
    return overflow ? .max : value
  }

  public var isFinite: Bool {
    microsecondsSince2000 != .min && microsecondsSince2000 != .max
  }
}
