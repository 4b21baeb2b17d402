/// Reads numbers in network byte order, as used by all boxes (ISO/IEC 14496-12, 4.1).
extension [UInt8] {
  /// Returns the unsigned number in `byteCount` bytes (at most 8) at an offset; the caller checks
  /// the bounds.
  func bigEndian(at offset: Int, byteCount: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<(offset + byteCount) {
      value = value << 8 | UInt64(self[index])
    }
    return value
  }
}
