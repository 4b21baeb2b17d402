/// Reads fields of bits, most significant first, as ISO/IEC 14496-3 writes them.
struct BitReader {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count * 8 - offset }

  /// The next `count` bits, at most 32; nil when there are fewer.
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

  /// The next bits without stepping over them.
  func peek(_ count: Int) -> UInt32? {
    var copy = self
    return copy.bits(count)
  }

  /// Steps over bits; nil when there are fewer.
  mutating func skip(_ count: Int) -> Void? {
    guard count <= remaining else { return nil }
    offset += count
    return ()
  }

  /// Steps to the next whole byte.
  mutating func align() {
    offset = (offset + 7) & ~7
  }
}
