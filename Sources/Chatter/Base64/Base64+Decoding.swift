extension Base64 {
  /// Decodes a text; an error has the offset in the text of the first invalid byte.
  public static func decode(_ text: ArraySlice<UInt8>) throws(Base64Error) -> [UInt8] {
    try decode(text.span)
  }

  /// Decodes a text; an error has the offset in the text of the first invalid byte.
  public static func decode(_ text: Span<UInt8>) throws(Base64Error) -> [UInt8] {
    if let bytes = Vectors.decodeBase64(text, hasEscapes: false) { return bytes }
    return try decodeByGroups(text)
  }

  /// Decodes a text character by character; an error has the offset of the first invalid byte.
  static func decodeByGroups(_ text: Span<UInt8>) throws(Base64Error) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: text.count / 4 * 3 + 3)
    var progress = Progress()
    while progress.read < text.count { try decodeQuantum(text, into: &output, &progress) }
    output.removeLast(output.count - progress.written)
    return output
  }

  /// The progress of a decoder: characters read and bytes written.
  private struct Progress {
    var read = 0
    var written = 0
  }

  /// Decodes one group of four characters, or the last group; skips newlines.
  private static func decodeQuantum(
    _ text: Span<UInt8>, into output: inout [UInt8], _ progress: inout Progress
  ) throws(Base64Error) {
    var bits: UInt32 = 0
    var symbols = 0
    var lastOffset = 0
    while progress.read < text.count {
      let byte = text[progress.read]
      let value = values[Int(byte)]
      if value != foreign {
        lastOffset = progress.read
        bits = bits << 6 | UInt32(value)
        symbols += 1
      } else if byte == UInt8(ascii: "=") {
        try readPadding(text, after: symbols, &progress)
        break
      } else if !isNewline(byte) {
        throw .character(byte, offset: progress.read)
      }
      progress.read += 1
      if symbols == 4 { break }
    }
    try finishQuantum(bits, symbols, lastOffset: lastOffset, into: &output, &progress)
  }

  /// Reads from the first `=` to the end of the text.
  private static func readPadding(
    _ text: Span<UInt8>, after symbols: Int, _ progress: inout Progress
  ) throws(Base64Error) {
    var wanted = symbols >= 2 ? 4 - symbols : 0
    while progress.read < text.count {
      let byte = text[progress.read]
      if byte == UInt8(ascii: "=") {
        guard wanted > 0 else { throw .padding(offset: progress.read) }
        wanted -= 1
      } else if values[Int(byte)] != foreign {
        throw wanted > 0
          ? .padding(offset: progress.read) : .dataAfterPadding(offset: progress.read)
      } else if !isNewline(byte) {
        throw .character(byte, offset: progress.read)
      }
      progress.read += 1
    }
    guard wanted == 0 else { throw .padding(offset: text.count) }
  }

  /// Writes the bytes of a group of 0 to 4 characters.
  private static func finishQuantum(
    _ bits: UInt32, _ symbols: Int, lastOffset: Int,
    into output: inout [UInt8], _ progress: inout Progress
  ) throws(Base64Error) {
    guard symbols > 0 else { return }
    guard symbols > 1 else { throw .cutShort(offset: lastOffset) }
    let bytes = symbols - 1
    let left = bits << UInt32(6 * (4 - symbols))
    guard left & (0xFF_FFFF >> UInt32(8 * bytes)) == 0 else {
      throw .trailingBits(offset: lastOffset)
    }
    for place in 0..<bytes {
      output[progress.written + place] = UInt8(truncatingIfNeeded: left >> UInt32(16 - 8 * place))
    }
    progress.written += bytes
  }

  private static func isNewline(_ byte: UInt8) -> Bool {
    byte == 0x0A || byte == 0x0D
  }
}
