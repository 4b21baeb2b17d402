/// Iterates over the comma-separated elements of a field value and skips empty ones (RFC 9110
/// section 5.6.1).
///
/// Quoted strings are not supported. The fields that use this type (`Connection`,
/// `Transfer-Encoding`, `Expect`) have tokens as elements, in which a quotation mark is an error
/// anyway.
struct ListElements {
  private var position: Int
  private let end: Int

  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// Returns the range of the next element without surrounding whitespace, or nil after the last
  /// one.
  mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
    while position < end {
      let start = position
      while position < end, bytes[position] != .comma { position += 1 }
      let element = bytes.trimmingWhitespace(start..<position)
      if position < end { position += 1 }
      if !element.isEmpty { return element }
    }
    return nil
  }
}
