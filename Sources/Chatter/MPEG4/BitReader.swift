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
    var value = 0
    for position in start..<offset {
      let bit = (bytes[position >> 3] >> (7 - UInt8(position & 7))) & 1
      value = value << 1 | Int(bit)
    }
    return value
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
