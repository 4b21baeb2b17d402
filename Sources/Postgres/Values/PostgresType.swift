/// The object identifier of a PostgreSQL type (`pg_type.oid`, fixed in pg_type.dat).
public struct PostgresType: Hashable, Sendable {
  public let rawValue: UInt32

  public static let bool = PostgresType(rawValue: 16)
  public static let bytea = PostgresType(rawValue: 17)
  public static let name = PostgresType(rawValue: 19)
  public static let int8 = PostgresType(rawValue: 20)
  public static let int2 = PostgresType(rawValue: 21)
  public static let int4 = PostgresType(rawValue: 23)
  public static let text = PostgresType(rawValue: 25)
  public static let json = PostgresType(rawValue: 114)
  public static let float8 = PostgresType(rawValue: 701)
  public static let unknown = PostgresType(rawValue: 705)
  public static let bpchar = PostgresType(rawValue: 1042)
  public static let varchar = PostgresType(rawValue: 1043)
  public static let timestamptz = PostgresType(rawValue: 1184)
  public static let uuid = PostgresType(rawValue: 2950)
  public static let xid8 = PostgresType(rawValue: 5069)

  public static let textArray = PostgresType(rawValue: 1009)
  public static let int8Array = PostgresType(rawValue: 1016)
  public static let xid8Array = PostgresType(rawValue: 271)
  public static let uuidArray = PostgresType(rawValue: 2951)
}

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

/// The 16 bytes of a `uuid` (RFC 9562), in network order.
public struct PostgresUUID: Hashable, Sendable {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  public var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }
}
