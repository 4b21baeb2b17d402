/// Comparisons of bytes with the words of the protocol, without making a `String`.
extension Span<UInt8> {
  /// Are the bytes of `range` this word, which is given in lower case, in any case of letters?
  func matches(_ word: String, in range: Range<Int>) -> Bool {
    guard range.count == word.utf8.count else { return false }
    var position = range.lowerBound
    for expected in word.utf8 {
      guard self[position].asciiLowercased == expected else { return false }
      position += 1
    }
    return true
  }

  /// Are the bytes of `range` this text, byte for byte?
  func equals(_ text: String, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8.count else { return false }
    var position = range.lowerBound
    for expected in text.utf8 {
      guard self[position] == expected else { return false }
      position += 1
    }
    return true
  }

  /// `range` without the whitespace at both of its ends (RFC 9110 section 5.6.3).
  func trimmingWhitespace(_ range: Range<Int>) -> Range<Int> {
    var lower = range.lowerBound
    var upper = range.upperBound
    while lower < upper, self[lower].isWhitespace { lower += 1 }
    while upper > lower, self[upper - 1].isWhitespace { upper -= 1 }
    return lower..<upper
  }
}
