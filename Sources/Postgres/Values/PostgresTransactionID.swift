/// A transaction number with its epoch: `xid8` (manual, section 8.19).
public struct PostgresTransactionID: Hashable, Sendable, Comparable, PostgresEncodable,
  PostgresDecodable, PostgresArrayElement
{
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }

  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  public static var postgresType: PostgresType { .xid8 }
  public static var postgresArrayType: PostgresType { .xid8Array }
  public var postgresBytes: ArraySlice<UInt8>? { number.bigEndianBytes[...] }

  public static func accepts(_ type: PostgresType) -> Bool { type == .xid8 }

  public init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason) {
    guard let number = bytes.bigEndian(as: UInt64.self) else { throw .malformed }
    self.number = number
  }
}
