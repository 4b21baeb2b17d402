/// A type that can be read from a column of a result, in PostgreSQL's binary format.
public protocol PostgresDecodable {
  /// Returns whether a column of this type can be read at all.
  static func accepts(_ type: PostgresType) -> Bool
  /// Reads one value that is not null.
  init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason)
  /// Returns the value for null; fails for types that have none.
  static func postgresNull() throws(DecodingReason) -> Self
}

extension PostgresDecodable {
  public static func postgresNull() throws(DecodingReason) -> Self { throw .null }
}

extension RawSpan {
  /// Returns all bytes as one integer in network byte order; nil when their count differs.
  func bigEndian<Number: FixedWidthInteger & BitwiseCopyable>(as type: Number.Type) -> Number? {
    guard byteCount == MemoryLayout<Number>.size else { return nil }
    // Any bit pattern is a valid integer, and the count was checked.
    return Number(bigEndian: unsafe unsafeLoadUnaligned(as: Number.self))
  }

  func equals(_ other: RawSpan) -> Bool {
    byteCount == other.byteCount
      && byteOffsets.allSatisfy { offset in
        unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
          == other.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      }
  }
}

extension Bool: PostgresDecodable {
  public static func accepts(_ type: PostgresType) -> Bool { type == .bool }

  public init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason) {
    guard let byte = bytes.bigEndian(as: UInt8.self) else { throw .malformed }
    self = byte != 0
  }
}

extension PostgresDecodable where Self: FixedWidthInteger {
  public static func accepts(_ type: PostgresType) -> Bool {
    type == .int2 || type == .int4 || type == .int8
  }

  /// Reads an integer column of any width if its value fits.
  public init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason) {
    let value: Self? =
      switch type {
      case .int2: bytes.bigEndian(as: Int16.self).flatMap { Self(exactly: $0) }
      case .int4: bytes.bigEndian(as: Int32.self).flatMap { Self(exactly: $0) }
      default: bytes.bigEndian(as: Int64.self).flatMap { Self(exactly: $0) }
      }
    guard let value else { throw .malformed }
    self = value
  }
}

extension Int: PostgresDecodable {}
extension Int32: PostgresDecodable {}
extension Int64: PostgresDecodable {}

extension String: PostgresDecodable {
  public static func accepts(_ type: PostgresType) -> Bool {
    switch type {
    case .text, .varchar, .bpchar, .name, .unknown, .json: true
    default: false
    }
  }

  public init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason) {
    let text = unsafe bytes.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
    guard let text else { throw .malformed }
    self = text
  }
}

extension Array: PostgresDecodable where Element == UInt8 {
  public static func accepts(_ type: PostgresType) -> Bool { type == .bytea }

  public init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason) {
    self = unsafe bytes.withUnsafeBytes { unsafe [UInt8]($0) }
  }
}

extension PostgresUUID: PostgresDecodable {
  public static func accepts(_ type: PostgresType) -> Bool { type == .uuid }

  public init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason) {
    guard let bits = bytes.bigEndian(as: UInt128.self) else { throw .malformed }
    self.init(high: UInt64(truncatingIfNeeded: bits >> 64), low: UInt64(truncatingIfNeeded: bits))
  }
}

extension PostgresTimestamp: PostgresDecodable {
  public static func accepts(_ type: PostgresType) -> Bool { type == .timestamptz }

  public init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason) {
    guard let value = bytes.bigEndian(as: Int64.self) else { throw .malformed }
    self.init(microsecondsSince2000: value)
  }
}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
  public static func accepts(_ type: PostgresType) -> Bool { Wrapped.accepts(type) }

  public init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason) {
    self = .some(try Wrapped(postgresBytes: bytes, type: type))
  }

  public static func postgresNull() throws(DecodingReason) -> Wrapped? { nil }
}
