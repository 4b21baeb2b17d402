/// Makes boxes by hand (ISO/IEC 14496-12, 4.2).
enum BoxBuilder {
  static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
    // Copies whole parts, in a debug build too.
    let payload = parts.reduce([], +)
    return u32(8 + payload.count) + ascii(type) + payload
  }

  static func fullBox(
    _ type: String, version: Int = 0, flags: Int = 0, _ parts: [UInt8]...
  ) -> [UInt8] {
    box(type, u32(version << 24 | flags), Array(parts.joined()))
  }

  /// A box whose size field differs from its number of bytes.
  static func box(_ type: String, size: Int, _ parts: [UInt8]...) -> [UInt8] {
    u32(size) + ascii(type) + parts.joined()
  }

  /// A box with a size of 64 bits.
  static func longBox(_ type: String, size: UInt64? = nil, _ parts: [UInt8]...) -> [UInt8] {
    let payload = Array(parts.joined())
    return u32(1) + ascii(type) + u64(size ?? UInt64(16 + payload.count)) + payload
  }

  /// A table: a count and entries of 32-bit fields.
  static func table(_ type: String, count: Int? = nil, _ entries: [[Int]]) -> [UInt8] {
    fullBox(type, u32(count ?? entries.count), entries.flatMap { $0.flatMap { u32($0) } })
  }

  static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  static func u16(_ value: Int) -> [UInt8] { bytes(UInt64(value), 2) }
  static func u32(_ value: Int) -> [UInt8] { bytes(UInt64(value), 4) }
  static func u64(_ value: UInt64) -> [UInt8] { bytes(value, 8) }

  private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
  }
}
