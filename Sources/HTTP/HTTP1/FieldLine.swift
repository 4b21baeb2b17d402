/// One line of a head or of trailers: name, colon, value between optional whitespace (RFC 9112
/// section 5).
struct FieldLine: Equatable {
  let name: Range<Int>
  let value: Range<Int>

  /// A field whose parts were told apart already.
  init(name: Range<Int>, value: Range<Int>) {
    self.name = name
    self.value = value
  }

  /// `line` is a range of `bytes` that the line scan has found free of control characters.
  init(parsing bytes: Span<UInt8>, _ line: Range<Int>) throws(RequestError) {
    var position = line.lowerBound
    while position < line.upperBound, bytes[position].isTokenCharacter { position += 1 }
    guard position < line.upperBound, bytes[position] == .colon, position > line.lowerBound else {
      throw Self.error(bytes, line, at: position)
    }
    name = line.lowerBound..<position
    value = bytes.trimmingWhitespace(position + 1..<line.upperBound)
  }

  /// Says what is wrong with a line whose name ends at `position` without a colon.
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
