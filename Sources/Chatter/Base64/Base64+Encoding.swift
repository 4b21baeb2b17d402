extension Base64 {
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
}
