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
