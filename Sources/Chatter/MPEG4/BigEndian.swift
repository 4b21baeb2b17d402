/// Network byte order, which is that of every number in a box (ISO/IEC 14496-12, 4.1).
extension [UInt8] {
  /// The unsigned number in `byteCount` bytes at an offset, at most 8; the caller knows they exist.
  func bigEndian(at offset: Int, byteCount: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<(offset + byteCount) {
      value = value << 8 | UInt64(self[index])
    }
    return value
  }
}
