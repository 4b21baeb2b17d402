/// Base64 with the alphabet for URLs and without padding (RFC 4648 section 5, RFC 7515 appendix C).
///
/// The decoder is strict, so that bytes have exactly one text: it accepts neither padding, nor line
/// breaks, nor pad bits that are not zero.
public enum Base64URL {
  /// Returns the text of bytes.
  public static func encode(_ bytes: some Collection<UInt8>) -> String {
    let text = Base64.encode(Array(bytes)[...]).prefix { $0 != UInt8(ascii: "=") }
    return String(
      decoding: text.map { byte in
        switch byte {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        default: byte
        }
      }, as: UTF8.self)
  }

  /// Returns the bytes of a text; nil for any text that `encode` does not produce.
  public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    for byte in text {
      guard let value = value(of: byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        bits &= 1 << bitCount - 1
      }
    }
    // Six left bits are a whole character too many, and the others are padding, which is zero.
    return bitCount < 6 && bits == 0 ? bytes : nil
  }

  /// Returns a text with the characters of the standard alphabet; one that has characters of both
  /// stays as it is.
  static func standardized(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let (plus, slash) = (UInt8(ascii: "+"), UInt8(ascii: "/"))
    guard !text.contains(plus), !text.contains(slash) else { return text }
    var standard = text
    for index in standard.indices {
      switch standard[index] {
      case UInt8(ascii: "-"): standard[index] = plus
      case UInt8(ascii: "_"): standard[index] = slash
      default: break
      }
    }
    return standard
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    case UInt8(ascii: "+"), UInt8(ascii: "/"): nil
    default: Base64.values[Int(byte)] == Base64.foreign ? nil : Base64.values[Int(byte)]
    }
  }
}
