/// One non-ASCII character in UTF-8 (RFC 3629 section 4).
enum UTF8Sequence {
  /// The result of decoding a character.
  enum Finding: Equatable {
    case ends(Int)
    case invalid
    case cutShort
  }

  /// Validates the character that starts at `start` with a byte of 0x80 or more.
  static func find(in bytes: Span<UInt8>, at start: Int) -> Finding {
    let first = bytes[start]
    let count: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: count = 2
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: count = 3
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: count = 4
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default: return .invalid
    }
    for place in 1..<count {
      let position = start &+ place
      guard position < bytes.count else { return .cutShort }
      let allowed = place == 1 ? second : 0x80...0xBF
      guard allowed.contains(bytes[position]) else { return .invalid }
    }
    return .ends(start &+ count)
  }
}
