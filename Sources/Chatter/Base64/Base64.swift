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

  /// Returns the base64 text of bytes, with padding and without line breaks.
  public static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    appendEncoded(bytes, to: &text)
    return text
  }

  /// Appends the base64 text of bytes, with padding and without line breaks.
  public static func appendEncoded(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let bytes = bytes.span
    let start = output.count
    output.append(contentsOf: repeatElement(0, count: encodedCount(of: bytes.count)))
    let (read, written) = encodeGroups(bytes, into: &output, from: start)
    encodeRest(bytes.extracting(read..<bytes.count), into: &output, from: written)
  }

  /// Encodes six bytes to eight characters at a time (the fast path); returns the new positions in
  /// both.
  private static func encodeGroups(
    _ bytes: Span<UInt8>, into output: inout [UInt8], from start: Int
  ) -> (read: Int, written: Int) {
    let owner = pairTable
    let table = owner.span
    // Checked once here, so that the compiler drops the check of each lookup below.
    guard table.count == 4096 else { return (0, start) }
    var text = output.mutableSpan
    var read = 0
    var written = start
    // The conditions on `written` let the compiler check the bounds of all eight stores once.
    while bytes.count - read >= 6, written >= 0, written <= text.count, text.count - written >= 8 {
      let group = bytes.extracting(read..<(read &+ 6))
      let high = Int(group[0]) << 16 | Int(group[1]) << 8 | Int(group[2])
      let low = Int(group[3]) << 16 | Int(group[4]) << 8 | Int(group[5])
      let characters =
        UInt64(table[high >> 12 & 0xFFF]) | UInt64(table[high & 0xFFF]) << 16
        | UInt64(table[low >> 12 & 0xFFF]) << 32 | UInt64(table[low & 0xFFF]) << 48
      text[written] = UInt8(truncatingIfNeeded: characters)
      text[written &+ 1] = UInt8(truncatingIfNeeded: characters >> 8)
      text[written &+ 2] = UInt8(truncatingIfNeeded: characters >> 16)
      text[written &+ 3] = UInt8(truncatingIfNeeded: characters >> 24)
      text[written &+ 4] = UInt8(truncatingIfNeeded: characters >> 32)
      text[written &+ 5] = UInt8(truncatingIfNeeded: characters >> 40)
      text[written &+ 6] = UInt8(truncatingIfNeeded: characters >> 48)
      text[written &+ 7] = UInt8(truncatingIfNeeded: characters >> 56)
      read &+= 6
      written &+= 8
    }
    return (read, written)
  }

  /// Encodes the last bytes, with padding (the slow path).
  private static func encodeRest(
    _ bytes: Span<UInt8>, into output: inout [UInt8], from start: Int
  ) {
    var written = start
    var read = 0
    while read < bytes.count {
      let count = min(3, bytes.count - read)
      var bits = 0
      for place in 0..<3 {
        bits = bits << 8 | (place < count ? Int(bytes[read + place]) : 0)
      }
      for place in 0...3 {
        output[written + place] =
          place <= count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "=")
      }
      read += count
      written += 4
    }
  }

  /// Decodes a text; an error has the offset in the text of the first invalid byte.
  public static func decode(_ text: ArraySlice<UInt8>) throws(Base64Error) -> [UInt8] {
    if let bytes = Vectors.decodeBase64(text.span, hasEscapes: false) { return bytes }
    // `Vectors` rejects a text only if it has an error.
    throw error(in: text.span) ?? .cutShort(offset: text.count)
  }

  static func error(in text: Span<UInt8>) -> Base64Error? {
    /// Number of characters in the last group of four.
    var symbols = 0
    var last = (value: 0 as UInt8, offset: 0)
    /// Number of `=` that must follow; nil before the first one.
    var missing: Int?
    for offset in 0..<text.count {
      let byte = text[offset]
      let value = values[Int(byte)]
      if byte == 0x0A || byte == 0x0D { continue }
      if byte == UInt8(ascii: "=") {
        let wanted = missing ?? (symbols >= 2 ? 4 - symbols : 0)
        guard wanted > 0 else { return .padding(offset: offset) }
        missing = wanted - 1
      } else if value == foreign {
        return .character(byte, offset: offset)
      } else if let missing {
        return missing > 0 ? .padding(offset: offset) : .dataAfterPadding(offset: offset)
      } else {
        symbols = symbols % 4 + 1
        last = (value, offset)
      }
    }
    if let missing, missing > 0 { return .padding(offset: text.count) }
    switch symbols {
    case 1: return .cutShort(offset: last.offset)
    case 2 where last.value & 0xF != 0, 3 where last.value & 0x3 != 0:
      return .trailingBits(offset: last.offset)
    default: return nil
    }
  }
}
