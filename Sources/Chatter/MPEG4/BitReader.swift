/// Reads bit fields, most significant bit first, as in ISO/IEC 14496-3.
struct BitReader {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count * 8 - offset }

  /// Reads the next `count` bits (at most 32); nil if there are fewer.
  mutating func bits(_ count: Int) -> UInt32? {
    guard count <= remaining else { return nil }
    var value: UInt32 = 0
    for _ in 0..<count {
      let bit = bytes[offset >> 3] >> (7 - UInt8(offset & 7)) & 1
      value = value << 1 | UInt32(bit)
      offset += 1
    }
    return value
  }

  /// Returns the next `count` bits without consuming them; nil if there are fewer.
  func peek(_ count: Int) -> UInt32? {
    var copy = self
    return copy.bits(count)
  }

  /// Skips bits; nil if there are fewer.
  mutating func skip(_ count: Int) -> Void? {
    guard count <= remaining else { return nil }
    offset += count
    return ()
  }

  /// Skips to the next byte boundary.
  mutating func align() {
    offset = (offset + 7) & ~7
  }
}
