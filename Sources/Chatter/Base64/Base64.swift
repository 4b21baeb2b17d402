/// base64 with the standard alphabet (RFC 4648 section 4), both ways.
///
/// The decoder takes what phones send: newlines anywhere (Android breaks lines at 76), padding or none.
/// It refuses what only a cut or a damaged text has: incomplete or excess padding, data after the
/// padding, a single character left over, and bits that belong to no byte (RFC 4648 section 3.5 lets
/// a decoder refuse those; no encoder writes them). The encoder pads and breaks no lines.
///
/// Both work on groups of eight characters through tables, over checked spans.
public enum Base64 {
  /// How many characters the encoder writes for a number of bytes, padding included.
  ///
  /// Traps where the text would be larger than memory can be.
  public static func encodedCount(of byteCount: Int) -> Int {
    (byteCount / 3 + (byteCount % 3 == 0 ? 0 : 1)) * 4
  }

  static let alphabet = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Set in a decoding table's entry where the byte is not of the alphabet.
  static let foreign: UInt32 = 0x8000_0000

  /// Four tables of 256 in one: what a byte contributes to a group of 24 bits as its first, second,
  /// third and fourth character. One array, so that one check of its count serves all four.
  static let groupTable: [UInt32] = {
    var table = [UInt32](repeating: foreign, count: 4 * 256)
    for place in 0..<4 {
      for (value, byte) in alphabet.enumerated() {
        table[place * 256 + Int(byte)] = UInt32(value) << UInt32(18 - 6 * place)
      }
    }
    return table
  }()

  /// The two characters of every 12 bits, the first in the low byte.
  static let pairTable: [UInt16] = (0..<4096).map {
    UInt16(alphabet[$0 >> 6]) | UInt16(alphabet[$0 & 63]) << 8
  }
}
