/// Comparisons of bytes with text that do not create a `String`.
extension Span<UInt8> {
  /// Whether the bytes in `range` equal `text`, ignoring case; `text` must be in lower case.
  func matches(_ text: String, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8.count else { return false }
    var position = range.lowerBound
    for expected in text.utf8 {
      guard self[position].asciiLowercased == expected else { return false }
      position += 1
    }
    return true
  }

  /// Whether the bytes in `range` equal a text of ASCII in lower case, ignoring their case.
  func matches(_ text: [UInt8], in range: Range<Int>) -> Bool {
    guard range.count == text.count else { return false }
    for index in text.indices
    where self[range.lowerBound + index].asciiLowercased != text[index] { return false }
    return true
  }

  /// Whether the bytes in `range` equal `text` exactly.
  func equals(_ text: String, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8.count else { return false }
    var position = range.lowerBound
    for expected in text.utf8 {
      guard self[position] == expected else { return false }
      position += 1
    }
    return true
  }

  /// Returns `range` without leading and trailing whitespace (RFC 9110 section 5.6.3).
  func trimmingWhitespace(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, self[lower].isWhitespace { lower += 1 }
    while upper > lower, self[upper - 1].isWhitespace { upper -= 1 }
    return lower..<upper
  }
}
