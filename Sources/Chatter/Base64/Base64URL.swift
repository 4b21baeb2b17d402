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
    let text = Array(text)
    guard !text.contains(where: { "+/=\r\n".utf8.contains($0) }) else { return nil }
    return try? Base64.decode(standardized(text[...]))
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
}
