import System

/// Maps the escape sequences of terminals to keys (xterm's), without their modifiers.
enum EscapeSequence {
  /// The keys of `ESC [` and `ESC O` by their last character.
  private static let letters: [Character: Key] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "F": .end, "H": .home, "P": .function(1),
    "Q": .function(2), "R": .function(3), "S": .function(4),
  ]
  /// The keys of `ESC [ number ~`.
  private static let numbers: [Int: Key] = [
    1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
    17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
    23: .function(11), 24: .function(12),
  ]

  /// Returns the key of a sequence `ESC O`.
  static func key(singleShift final: UInt8) -> Key? {
    final == UInt8(ascii: "M") ? .enter : letters[Character(Unicode.Scalar(final))]
  }

  /// Returns the key of a sequence `ESC [ [`, which the Linux console sends.
  static func key(console final: UInt8) -> Key? {
    UInt8(ascii: "A")...UInt8(ascii: "E") ~= final ? .function(Int(final) - 0x40) : nil
  }

  /// Returns the key of a sequence `ESC [`.
  static func key(parameters: [UInt8], final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "~"):
      let number = parameters.prefix { $0 != UInt8(ascii: ";") }
      return Decimals.integer(String(decoding: number, as: UTF8.self)).flatMap { numbers[$0] }
    default: return letters[Character(Unicode.Scalar(final))]
    }
  }
}
