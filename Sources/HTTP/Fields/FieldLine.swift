/// One line of a head or of trailers: name, colon, and value between optional whitespace (RFC 9112
/// section 5). It consists of offsets into the bytes of the head.
struct FieldLine: Sendable {
  private let nameStart: UInt32
  private let nameEnd: UInt32
  private let valueStart: UInt32
  private let valueEnd: UInt32

  var name: Range<Int> { Int(nameStart)..<Int(nameEnd) }
  var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
  var nameAndValue: Range<Int> { Int(nameStart)..<Int(valueEnd) }

  init(name: Range<Int>, value: Range<Int>) {
    nameStart = UInt32(name.lowerBound)
    nameEnd = UInt32(name.upperBound)
    valueStart = UInt32(value.lowerBound)
    valueEnd = UInt32(value.upperBound)
  }
}

extension FieldLine {
  /// Parses a line. `line` is a range of `bytes` in which the line scan has found no control
  /// characters.
  init(parsing bytes: Span<UInt8>, _ line: Range<Int>) throws(RequestError) {
    var position = line.lowerBound
    while position < line.upperBound, bytes[position].isTokenCharacter { position += 1 }
    guard position < line.upperBound, bytes[position] == .colon, position > line.lowerBound else {
      throw Self.error(bytes, line, at: position)
    }
    self.init(
      name: line.lowerBound..<position,
      value: bytes.trimmingWhitespace(position + 1..<line.upperBound))
  }

  /// Returns the error of a line whose name ends at `position` without a colon.
  private static func error(
    _ bytes: Span<UInt8>, _ line: Range<Int>, at position: Int
  ) -> RequestError {
    guard position < line.upperBound else { return .missingColon }
    guard bytes[position].isWhitespace else { return .invalidFieldName }
    if position == line.lowerBound { return .foldedField }
    var next = position
    while next < line.upperBound, bytes[next].isWhitespace { next += 1 }
    guard next < line.upperBound else { return .missingColon }
    return bytes[next] == .colon ? .whitespaceBeforeColon : .invalidFieldName
  }
}
