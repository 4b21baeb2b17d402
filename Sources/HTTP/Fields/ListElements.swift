/// Walks the comma-separated elements of a field value; empty ones are skipped (RFC 9110 section
/// 5.6.1).
///
/// It knows no quoted strings: it serves the fields whose elements are tokens
/// (`Connection`, `Transfer-Encoding`, `Expect`), in which a quotation mark is an error anyway.
struct ListElements {
  private var position: Int
  private let end: Int

  init(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
  }

  /// The range of the next element without the whitespace around it, nil after the last one.
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
