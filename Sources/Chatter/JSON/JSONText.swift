/// A string of a JSON text as it is between its quotes; the scanner has already validated it.
struct JSONText: Equatable {
  /// The bytes between the quotes: valid UTF-8 with unresolved escapes.
  let raw: ArraySlice<UInt8>
  let hasEscapes: Bool

  /// Returns the text in UTF-8: a slice of the input if there are no escapes, otherwise a new
  /// buffer. The only error is `loneSurrogate`.
  func unescaped() throws(JSONError) -> ArraySlice<UInt8> {
    guard hasEscapes else { return raw }
    let span = raw.span
    // Every escape is longer than the UTF-8 of its character.
    var output = [UInt8](repeating: 0, count: span.count)
    var written = 0
    var position = 0
    var destination = output.mutableSpan
    while position < span.count {
      let end = ByteRun.copyToBackslash(in: span, from: position, to: &destination, at: written)
      written += end - position
      position = end
      if end < span.count {
        let escape = try JSONEscape(in: span, at: end)
        if escape.scalar.isASCII {
          destination[written] = UInt8(truncatingIfNeeded: escape.scalar.value)
          written += 1
        } else {
          for byte in UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter {
            destination[written] = byte
            written += 1
          }
        }
        position = escape.end
      }
    }
    output.removeLast(output.count - written)
    return output[...]
  }

  /// Returns the bytes that this base64 text encodes; nil for any other text, and for a text with
  /// escapes that no base64 encoder writes.
  func decodedBase64() -> [UInt8]? {
    Vectors.decodeBase64(raw.span, hasEscapes: hasEscapes)
  }

  /// Whether the unescaped text equals a given text; false for a text with a lone surrogate.
  func equals(_ text: String) -> Bool {
    guard hasEscapes else { return raw.count == text.utf8.count && raw.elementsEqual(text.utf8) }
    // An escape takes at most six bytes for one, so a longer text cannot be equal.
    guard raw.count <= 6 * text.utf8.count, let bytes = try? unescaped() else { return false }
    return bytes.elementsEqual(text.utf8)
  }

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

/// A decoded escape of a JSON string (RFC 8259 section 7); the scanner has already validated it.
struct JSONEscape {
  let scalar: Unicode.Scalar
  /// The offset after the escape.
  let end: Int

  /// Decodes the escape whose backslash is at `position`; a surrogate pair of two `\u` is one
  /// escape.
  init(in bytes: Span<UInt8>, at position: Int) throws(JSONError) {
    let letter = position + 1 < bytes.count ? bytes[position + 1] : UInt8(ascii: "\\")
    let value: UInt8
    switch letter {
    case UInt8(ascii: "b"): value = 0x08
    case UInt8(ascii: "f"): value = 0x0C
    case UInt8(ascii: "n"): value = 0x0A
    case UInt8(ascii: "r"): value = 0x0D
    case UInt8(ascii: "t"): value = 0x09
    case UInt8(ascii: "u"):
      self = try Self(unicodeIn: bytes, at: position)
      return
    default: value = letter
    }
    self.init(scalar: Unicode.Scalar(value), end: position + 2)
  }

  private init(scalar: Unicode.Scalar, end: Int) {
    self.scalar = scalar
    self.end = end
  }

  private init(
    unicodeIn bytes: Span<UInt8>, at position: Int
  ) throws(JSONError) {
    let unit = Self.codeUnit(in: bytes, at: position)
    var value = UInt32(unit)
    var end = position + 6
    if UTF16.isLeadSurrogate(unit) {
      guard end + 1 < bytes.count, bytes[end] == UInt8(ascii: "\\"),
        bytes[end + 1] == UInt8(ascii: "u")
      else { throw .loneSurrogate }
      let trail = Self.codeUnit(in: bytes, at: end)
      guard UTF16.isTrailSurrogate(trail) else { throw .loneSurrogate }
      value = 0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(trail & 0x3FF))
      end += 6
    }
    guard let scalar = Unicode.Scalar(value) else { throw .loneSurrogate }
    self.init(scalar: scalar, end: end)
  }

  /// Returns the value of `\uXXXX` at `position`.
  private static func codeUnit(in bytes: Span<UInt8>, at position: Int) -> UInt16 {
    var value: UInt16 = 0
    for place in 2..<6 where position + place < bytes.count {
      value = value << 4 | UInt16(HexDigit.value(of: bytes[position + place]) ?? 0)
    }
    return value
  }
}
