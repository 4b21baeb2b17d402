extension Base64 {
  /// Decodes a text; an error has the offset in the text of the first invalid byte.
  public static func decode(_ text: ArraySlice<UInt8>) throws(Base64Error) -> [UInt8] {
    if let bytes = Vectors.decodeBase64(text.span, hasEscapes: false) { return bytes }
    // `Vectors` rejects a text only if it has an error.
    throw error(in: text.span) ?? .cutShort(offset: text.count)
  }

  /// Returns the first error of a text, or nil if the text is valid.
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
