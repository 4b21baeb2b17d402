/// A type that can be bound to a parameter of a statement, in PostgreSQL's binary format.
public protocol PostgresEncodable {
  static var postgresType: PostgresType { get }
  /// The bytes of the value; nil is NULL.
  var postgresBytes: ArraySlice<UInt8>? { get }
}

extension FixedWidthInteger {
  /// The bytes in network byte order.
  var bigEndianBytes: [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Self.bitWidth / 8) { bytes, count in
      for index in 0..<(Self.bitWidth / 8) {
        let shift = Self.bitWidth - 8 * (index + 1)
        unsafe bytes.initializeElement(at: index, to: UInt8(truncatingIfNeeded: self >> shift))
      }
      count = Self.bitWidth / 8
    }
  }
}

extension Bool: PostgresEncodable {
  public static var postgresType: PostgresType { .bool }
  public var postgresBytes: ArraySlice<UInt8>? { [self ? 1 : 0] }
}

extension PostgresEncodable where Self: FixedWidthInteger {
  public var postgresBytes: ArraySlice<UInt8>? { bigEndianBytes[...] }
}

extension Int32: PostgresEncodable {
  public static var postgresType: PostgresType { .int4 }
}

extension Int64: PostgresEncodable {
  public static var postgresType: PostgresType { .int8 }
}

extension Int: PostgresEncodable {
  public static var postgresType: PostgresType { .int8 }
}

extension Double: PostgresEncodable {
  public static var postgresType: PostgresType { .float8 }
  public var postgresBytes: ArraySlice<UInt8>? { bitPattern.bigEndianBytes[...] }
}

extension String: PostgresEncodable {
  public static var postgresType: PostgresType { .text }
  public var postgresBytes: ArraySlice<UInt8>? { Array(utf8)[...] }
}

/// Bytes bind as `bytea`, without a copy.
extension ArraySlice: PostgresEncodable where Element == UInt8 {
  public static var postgresType: PostgresType { .bytea }
  public var postgresBytes: ArraySlice<UInt8>? { self }
}

extension PostgresUUID: PostgresEncodable {
  public static var postgresType: PostgresType { .uuid }
  public var postgresBytes: ArraySlice<UInt8>? { bytes[...] }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
  public static var postgresType: PostgresType { Wrapped.postgresType }
  public var postgresBytes: ArraySlice<UInt8>? { self?.postgresBytes }
}
