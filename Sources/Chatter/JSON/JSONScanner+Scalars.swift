extension JSONScanner {
  /// Parses a string from its opening to its closing quote (RFC 8259 section 7).
  mutating func text() throws(JSONError) -> JSONText {
    let body = bytes
    let span = body.span
    let start = position + 1
    var end = start
    var hasEscapes = false
    while true {
      end = Vectors.textEnd(in: span, from: end, hasEscapes: &hasEscapes)
      guard end < span.count else { throw .cutShort(offset: span.count) }
      let byte = span[end]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        end = try Self.endOfEscape(in: span, at: end)
      } else if byte < 0x20 {
        throw .controlCharacter(byte, offset: end)
      } else {
        end = try Self.endOfCharacters(in: span, at: end)
      }
    }
    position = end + 1
    let first = body.startIndex
    return JSONText(raw: body[(first + start)..<(first + end)], hasEscapes: hasEscapes)
  }

  /// Validates the escape at a backslash and returns the offset after it.
  private static func endOfEscape(in span: Span<UInt8>, at start: Int) throws(JSONError) -> Int {
    guard start + 1 < span.count else { throw .cutShort(offset: span.count) }
    switch span[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      for place in 2..<6 {
        guard start + place < span.count else { throw .cutShort(offset: span.count) }
        guard HexDigit.value(of: span[start + place]) != nil else { throw .escape(offset: start) }
      }
      return start + 6
    default:
      throw .escape(offset: start)
    }
  }

  /// Validates a run of characters that are not ASCII and returns the offset after it.
  private static func endOfCharacters(in span: Span<UInt8>, at start: Int) throws(JSONError) -> Int
  {
    var position = start
    while position < span.count, span[position] >= 0x80 {
      switch UTF8Sequence.find(in: span, at: position) {
      case .ends(let end): position = end
      case .invalid: throw .invalidUTF8(offset: position)
      case .cutShort: throw .cutShort(offset: span.count)
      }
    }
    return position
  }

  /// Validates a number (RFC 8259 section 6) and skips it; its value is not used.
  mutating func number() throws(JSONError) {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") {
      position += 1
      if isDigit(peek) { throw .number(offset: start) }
    } else {
      try digits(ofNumberAt: start)
    }
    if peek == UInt8(ascii: ".") {
      position += 1
      try digits(ofNumberAt: start)
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try digits(ofNumberAt: start)
    }
  }

  /// Reads one or more digits.
  private mutating func digits(ofNumberAt start: Int) throws(JSONError) {
    guard peek != nil else { throw .cutShort(offset: position) }
    guard isDigit(peek) else { throw .number(offset: start) }
    while isDigit(peek) { position += 1 }
  }

  private func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
