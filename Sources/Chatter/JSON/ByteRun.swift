/// Runs of bytes that need no look, found by blocks.
///
/// A block of 32 is tested whole: without an exit in the middle the compiler turns the loop into
/// vector instructions (26 GB/s against 2.5 byte by byte). In a block with a hit, the first one is
/// found in words of eight bytes, by arithmetic on all eight at once.
enum ByteRun {
  /// The end of what a JSON writer copies as it is: up to a quote, backslash or control character.
  static func writableEnd(in bytes: Span<UInt8>, from start: Int) -> Int {
    end(in: bytes, from: start) {
      ($0 == 0x22 ? 1 : 0) | ($0 == 0x5C ? 1 : 0) | ($0 < 0x20 ? 1 : 0)
    } marks: {
      marks(of: 0x22, in: $0) | marks(of: 0x5C, in: $0) | marksBelow0x20(in: $0)
    }
  }

  /// Returns where the first byte from `start` on is for which `stops` is not 0, or the count.
  ///
  /// `marks` says the same of eight bytes in a word, the first one lowest: the lowest mark is right.
  @inline(__always)
  private static func end(
    in bytes: Span<UInt8>, from start: Int,
    where stops: (UInt8) -> UInt8, marks: (UInt64) -> UInt64
  ) -> Int {
    var position = start
    while bytes.count - position >= 32 {
      let block = bytes.extracting(position..<(position &+ 32))
      var hit: UInt8 = 0
      for index in 0..<32 { hit |= stops(block[index]) }
      if hit != 0 { break }
      position &+= 32
    }
    while bytes.count - position >= 8 {
      let found = marks(word(of: bytes.extracting(position..<(position &+ 8))))
      if found != 0 { return position &+ found.trailingZeroBitCount / 8 }
      position &+= 8
    }
    while position < bytes.count, stops(bytes[position]) == 0 { position &+= 1 }
    return position
  }

  /// Copies up to the next backslash, or to the end, and returns where that is.
  ///
  /// Blocks are copied whole, with what follows a backslash: `output` must have room for as many bytes
  /// as are left, and what lies there past the returned place is to be written again.
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
          let found = marks(of: 0x5C, in: word(of: bytes.extracting(position..<(position &+ 8))))
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

  /// Eight bytes as a word, the first one lowest; the compiler makes one load of it.
  @inline(__always)
  private static func word(of bytes: Span<UInt8>) -> UInt64 {
    let low =
      UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
    let high =
      UInt64(bytes[4]) | UInt64(bytes[5]) << 8 | UInt64(bytes[6]) << 16 | UInt64(bytes[7]) << 24
    return low | high << 32
  }

  /// Marks in the bytes that are `byte`; a borrow can only add wrong marks above a right one.
  @inline(__always)
  private static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference & high
  }

  /// Marks in the bytes below 0x20; a borrow can only add wrong marks above a right one.
  @inline(__always)
  private static func marksBelow0x20(in word: UInt64) -> UInt64 {
    (word &- ones &* 0x20) & ~word & high
  }
}
