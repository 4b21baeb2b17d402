/// The four-character code of a box, a sample entry, a handler or a brand (ISO/IEC 14496-12, 4.2).
public struct FourCharacterCode: Sendable, Hashable {
  /// Its four bytes as a number, the first one most significant.
  public let rawValue: UInt32

  /// Creates a code from that number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates a code from four ASCII characters.
  public init(_ name: String) {
    rawValue = name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension FourCharacterCode: CustomStringConvertible {
  /// The four characters if all of them are safe to display, otherwise "unprintable".
  ///
  /// A code comes from the client: only letters, digits and a few punctuation characters are
  /// echoed.
  public var description: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: " "):
        text.unicodeScalars.append(UnicodeScalar(byte))
      default: return "unprintable"
      }
    }
    return text
  }

  /// The name of a box of this type in a message: "'stsz' box".
  var boxName: String {
    let name = description
    return name == "unprintable" ? "box with an unprintable type" : "'\(name)' box"
  }
}
