/// One line of a head or of trailers: name, colon, and value between optional whitespace (RFC 9112
/// section 5).
struct FieldLine: Equatable {
  let name: Range<Int>
  let value: Range<Int>
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
    name = line.lowerBound..<position
    value = bytes.trimmingWhitespace(position + 1..<line.upperBound)
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
