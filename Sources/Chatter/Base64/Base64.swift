/// base64 with the standard alphabet (RFC 4648 section 4), both ways.
///
/// The decoder takes what phones send: newlines anywhere (Android breaks lines at 76), padding or none.
/// It refuses what only a cut or a damaged text has: incomplete or excess padding, data after the
/// padding, a single character left over, and bits that belong to no byte (RFC 4648 section 3.5 lets
/// a decoder refuse those; no encoder writes them). The encoder pads and breaks no lines.
///
/// What is right is decoded in vector instructions (`Vectors`); what they refuse is read once more,
/// character by character, to name what is wrong. The encoder works on groups of eight characters
/// through a table.
public enum Base64 {
  /// How many characters the encoder writes for a number of bytes, padding included.
  ///
  /// Traps where the text would be larger than memory can be.
  public static func encodedCount(of byteCount: Int) -> Int {
    (byteCount / 3 + (byteCount % 3 == 0 ? 0 : 1)) * 4
  }

  static let alphabet = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The entry of a byte that is not of the alphabet.
  static let foreign: UInt8 = 0xFF

  /// The value of each byte as a character of the alphabet.
  static let values: [UInt8] = {
    var table = [UInt8](repeating: foreign, count: 256)
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
    return table
  }()

  /// The two characters of every 12 bits, the first in the low byte.
  static let pairTable: [UInt16] = (0..<4096).map {
    UInt16(alphabet[$0 >> 6]) | UInt16(alphabet[$0 & 63]) << 8
  }
}
