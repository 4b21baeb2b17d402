/// A type whose arrays can be bound to a parameter: `text[]`, `uuid[]`, `int8[]` and so on.
///
/// `UInt8` is a special case: an array of bytes is a `bytea`, not an array.
public protocol PostgresArrayElement {
  static var postgresArrayType: PostgresType { get }
  static func postgresArrayBytes(_ elements: [Self]) -> ArraySlice<UInt8>
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
  public static var postgresType: PostgresType { Element.postgresArrayType }
  public var postgresBytes: ArraySlice<UInt8>? { Element.postgresArrayBytes(self) }
}

extension UInt8: PostgresArrayElement {
  public static var postgresArrayType: PostgresType { .bytea }
  public static func postgresArrayBytes(_ elements: [UInt8]) -> ArraySlice<UInt8> { elements[...] }
}

extension PostgresArrayElement where Self: PostgresEncodable {
  /// Returns an array of one dimension with lower bound 1, in the format of array_send in
  /// PostgreSQL's arrayfuncs.c.
  public static func postgresArrayBytes(_ elements: [Self]) -> ArraySlice<UInt8> {
    var hasNull: Int32 = 0
    var body: [UInt8] = []
    for element in elements {
      if let bytes = element.postgresBytes {
        body += Int32(bytes.count).bigEndianBytes
        body += bytes
      } else {
        hasNull = 1
        body += Int32(-1).bigEndianBytes
      }
    }
    let dimensions: Int32 = elements.isEmpty ? 0 : 1
    var bytes = dimensions.bigEndianBytes + hasNull.bigEndianBytes
    bytes += Self.postgresType.rawValue.bigEndianBytes
    if dimensions == 1 {
      bytes += Int32(elements.count).bigEndianBytes + Int32(1).bigEndianBytes
    }
    return (bytes + body)[...]
  }
}

extension String: PostgresArrayElement {
  public static var postgresArrayType: PostgresType { .textArray }
}

extension PostgresUUID: PostgresArrayElement {
  public static var postgresArrayType: PostgresType { .uuidArray }
}

extension Optional: PostgresArrayElement where Wrapped: PostgresArrayElement & PostgresEncodable {
  public static var postgresArrayType: PostgresType { Wrapped.postgresArrayType }
}

extension Int64: PostgresArrayElement {
  public static var postgresArrayType: PostgresType { .int8Array }
}
