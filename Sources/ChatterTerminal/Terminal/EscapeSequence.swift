import Program

/// Maps the escape sequences of terminals to keys (xterm's control sequences). Modifiers are
/// ignored.
enum EscapeSequence {
  /// Returns the key of a sequence `ESC O`.
  static func key(singleShift final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    case UInt8(ascii: "M"): .enter
    default: cursor(final)
    }
  }

  /// Returns the key of a sequence `ESC [ [`.
  static func key(console final: UInt8) -> Key? {
    UInt8(ascii: "A")...UInt8(ascii: "E") ~= final ? .function(Int(final) - 0x40) : nil
  }

  /// Returns the key of a sequence `ESC [`.
  static func key(parameters: [UInt8], final: UInt8) -> Key? {
    if final == UInt8(ascii: "Z") { return .backTab }
    guard final == UInt8(ascii: "~") else {
      if UInt8(ascii: "P")...UInt8(ascii: "S") ~= final { return .function(Int(final) - 0x4F) }
      return cursor(final)
    }
    let number = parameters.prefix { $0 != UInt8(ascii: ";") }
    return Decimals.integer(String(decoding: number, as: UTF8.self)).flatMap(numbered)
  }

  private static func cursor(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}
