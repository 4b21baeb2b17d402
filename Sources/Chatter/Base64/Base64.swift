/// Base64 with the standard alphabet (RFC 4648 section 4), encoding and decoding.
///
/// The decoder accepts what phones send: newlines anywhere (Android breaks lines at 76 characters),
/// and text with or without padding. It rejects what only truncated or damaged text has
/// (``Base64Error``). If the vector instructions of `Vectors` reject a text, it is read again
/// character by character to find the error.
public enum Base64 {
  /// Returns the number of characters that encode `byteCount` bytes, including padding.
  ///
  /// Traps if that number is not representable.
  public static func encodedCount(of byteCount: Int) -> Int {
    (byteCount / 3 + (byteCount % 3 == 0 ? 0 : 1)) * 4
  }

  static let alphabet = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The entry of `values` for a byte outside the alphabet.
  static let foreign: UInt8 = 0xFF

  /// The 6-bit value of each byte of the alphabet.
  static let values: [UInt8] = {
    var table = [UInt8](repeating: foreign, count: 256)
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
    return table
  }()

  /// The two characters for each 12-bit value, the first one in the low byte.
  static let pairTable: [UInt16] = (0..<4096).map {
    UInt16(alphabet[$0 >> 6]) | UInt16(alphabet[$0 & 63]) << 8
  }
}
