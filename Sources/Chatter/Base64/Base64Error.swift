/// The reason that a text is not base64; the description completes "audio is not base64: ".
///
/// Offsets are in bytes from the start of the given text, beginning with 0.
public enum Base64Error: Error, Equatable, Sendable {
  /// A byte that is not in the standard alphabet (RFC 4648 section 4) and is neither `=` nor a
  /// newline.
  case character(UInt8, offset: Int)
  /// A misplaced, excess or missing `=`; a missing one is reported at the end of the text.
  case padding(offset: Int)
  /// A character of the alphabet after the padding.
  case dataAfterPadding(offset: Int)
  /// The last group is a single character, which encodes no whole byte: the text was truncated.
  case cutShort(offset: Int)
  /// The last character has bits that belong to no byte (RFC 4648 section 3.5): the text was
  /// truncated.
  case trailingBits(offset: Int)
}

extension Base64Error: CustomStringConvertible {
  public var description: String {
    switch self {
    case .character(let byte, let offset):
      "character \(byte.quoted) at offset \(offset)"
    case .padding(let offset):
      "wrong padding at offset \(offset):"
        + " pad with '=' to a multiple of four characters, or omit padding"
    case .dataAfterPadding(let offset):
      "data after the padding at offset \(offset): send one base64 text"
    case .cutShort(let offset):
      "a single character is left over at offset \(offset): the text is truncated"
    case .trailingBits(let offset):
      "the last character, at offset \(offset), has non-zero pad bits: the text is truncated"
    }
  }
}

extension UInt8 {
  /// The name in a message: `'%'` if it is printable ASCII, otherwise hexadecimal (`0x07`).
  var quoted: String {
    if (0x20..<0x7F).contains(self) { return "'\(Unicode.Scalar(self))'" }
    let digits = String(self, radix: 16, uppercase: true)
    return digits.count == 1 ? "0x0\(digits)" : "0x\(digits)"
  }
}
