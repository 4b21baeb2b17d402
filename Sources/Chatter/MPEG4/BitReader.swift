/// Reads bit fields, most significant bit first, as in ISO/IEC 14496-3; a missing field makes the
/// `esds` box, which has them, malformed.
struct BitReader {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count * 8 - offset }

  /// Reads the next `count` bits, at most 32.
  mutating func bits(_ count: Int) throws(AudioClipError) -> Int {
    let start = offset
    try skip(count)
    return (start..<offset).reduce(0) { value, bit in
      value << 1 | Int(bytes[bit >> 3] >> (7 - UInt8(bit & 7)) & 1)
    }
  }

  /// Reads a flag of one bit.
  mutating func flag() throws(AudioClipError) -> Bool { try bits(1) == 1 }

  /// Returns the next `count` bits without consuming them; nil if there are fewer.
  func peek(_ count: Int) -> Int? {
    var copy = self
    return try? copy.bits(count)
  }

  mutating func skip(_ count: Int) throws(AudioClipError) {
    guard count <= remaining else { throw .malformed(.esds) }
    offset += count
  }

  /// Skips to the next byte boundary.
  mutating func align() {
    offset = (offset + 7) & ~7
  }
}
