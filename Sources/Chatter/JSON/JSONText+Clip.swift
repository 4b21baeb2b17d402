extension JSONText {
  /// How many bytes of a text are read to recognise a clip.
  private static let clipStartBytesMax = 256

  /// Whether the text begins like a file of sound in base64, also in a data URL (RFC 2397).
  var holdsClip: Bool {
    var text: [UInt8] = []
    var isEscaped = false
    for byte in raw.prefix(Self.clipStartBytesMax) {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        // Of the escapes, base64 has `\/` and line breaks.
        if !isEscaped || byte == UInt8(ascii: "/") { text.append(byte) }
        isEscaped = false
      }
    }
    if text.starts(with: "data:".utf8), let comma = text.firstIndex(of: UInt8(ascii: ",")) {
      text.removeSubrange(...comma)
    }
    let wholeCount = text.count / 4 * 4
    guard let start = try? Base64.decode(text[..<wholeCount]), start.count > 8 else { return false }
    if start[4..<8].elementsEqual("ftyp".utf8) { return true }
    // Other formats have short signatures, which a short text may have by chance.
    return raw.count > Self.clipStartBytesMax && ForeignFormat(startOf: start)?.isSound == true
  }
}
