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
        // Characters that are not ASCII usually follow each other.
        while end < span.count, span[end] >= 0x80 {
          end = try Self.endOfCharacter(in: span, at: end)
        }
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

  /// Validates a character that is not ASCII (RFC 3629 section 4) and returns the offset after it.
  static func endOfCharacter(in span: Span<UInt8>, at start: Int) throws(JSONError) -> Int {
    let count: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch span[start] {
    case 0xC2...0xDF: count = 2
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: count = 3
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: count = 4
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default: throw .invalidUTF8(offset: start)
    }
    for place in 1..<count {
      let position = start &+ place
      guard position < span.count else { throw .cutShort(offset: span.count) }
      let allowed = place == 1 ? second : 0x80...0xBF
      guard allowed.contains(span[position]) else { throw .invalidUTF8(offset: start) }
    }
    return start &+ count
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
