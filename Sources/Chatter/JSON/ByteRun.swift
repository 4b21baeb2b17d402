/// Finds runs of bytes that can be copied unchanged, block by block.
///
/// A block of 32 bytes is tested as a whole: a loop without an early exit lets the compiler use
/// vector instructions (26 GB/s, compared with 2.5 GB/s byte by byte). In a block with a match,
/// arithmetic on words of eight bytes finds the first match.
enum ByteRun {
  /// Returns the end of the run that a JSON writer copies unchanged: the offset of the next quote,
  /// backslash or control character, or the count.
  static func writableEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    var position = start
    while bytes.count - position >= 32 {
      let block = bytes.extracting(position..<(position &+ 32))
      var hit: UInt8 = 0
      for index in 0..<32 { hit |= endsWritableRun(block[index]) }
      if hit != 0 { break }
      position &+= 32
    }
    while bytes.count - position >= 8 {
      let word = word(of: bytes.extracting(position..<(position &+ 8)))
      let found = mask(of: 0x22, in: word) | mask(of: 0x5C, in: word) | maskBelow0x20(in: word)
      if found != 0 { return position &+ found.trailingZeroBitCount / 8 }
      position &+= 8
    }
    while position < bytes.count, endsWritableRun(bytes[position]) == 0 { position &+= 1 }
    return position
  }

  /// Returns 1 for a byte that a JSON writer escapes, otherwise 0, so that a loop needs no branch.
  @inline(__always)
  private static func endsWritableRun(_ byte: UInt8) -> UInt8 {
    (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0) | (byte < 0x20 ? 1 : 0)
  }

  /// Copies up to the next backslash or the end; returns the offset in `bytes` where it stopped.
  ///
  /// Blocks are copied as a whole, with the bytes after a backslash. `output` must have space for
  /// all remaining bytes, and the caller must overwrite the bytes after the run.
  static func copyToBackslash(
    in bytes: Span<UInt8>, from start: Int, to output: inout MutableSpan<UInt8>, at place: Int
  ) -> Int {
    var position = start
    var written = place
    while bytes.count - position >= 32, written >= 0, written <= output.count,
      output.count - written >= 32
    {
      let block = bytes.extracting(position..<(position &+ 32))
      var hit: UInt8 = 0
      for index in 0..<32 {
        hit |= block[index] == 0x5C ? 1 : 0
        output[written &+ index] = block[index]
      }
      if hit != 0 {
        while true {
          let found = mask(of: 0x5C, in: word(of: bytes.extracting(position..<(position &+ 8))))
          if found != 0 { return position &+ found.trailingZeroBitCount / 8 }
          position &+= 8
        }
      }
      position &+= 32
      written &+= 32
    }
    while position < bytes.count, bytes[position] != 0x5C {
      output[written] = bytes[position]
      position &+= 1
      written &+= 1
    }
    return position
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080

  /// Returns eight bytes as a word, the first one lowest; the compiler makes it a single load.
  @inline(__always)
  private static func word(of bytes: Span<UInt8>) -> UInt64 {
    let low =
      UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
    let high =
      UInt64(bytes[4]) | UInt64(bytes[5]) << 8 | UInt64(bytes[6]) << 16 | UInt64(bytes[7]) << 24
    return low | high << 32
  }

  /// Sets the high bit of each byte equal to `byte`; a borrow can set wrong bits only above a right
  /// one, so only the lowest set bit is exact.
  @inline(__always)
  private static func mask(of byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference & high
  }

  /// Sets the high bit of each byte below 0x20; a borrow can set wrong bits only above a right one.
  @inline(__always)
  private static func maskBelow0x20(in word: UInt64) -> UInt64 {
    (word &- ones &* 0x20) & ~word & high
  }
}
