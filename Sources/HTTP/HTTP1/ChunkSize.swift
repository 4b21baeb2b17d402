/// The line before the data of a chunk: hexadecimal digits, then perhaps extensions (RFC 9112
/// section 7.1).
struct ChunkSize: Equatable {
  /// 16 digits say every size there is; more are an attempt at something else, even if they are
  /// zeros.
  static let digitsMax = 16

  let dataBytes: Int
  /// The bytes after the digits; their form is checked and their meaning ignored (section 7.1.1).
  let extensionBytes: Int

  init(parsing bytes: Span<UInt8>, _ line: Range<Int>) throws(RequestError) {
    var size = 0
    var position = line.lowerBound
    while position < line.upperBound, let digit = bytes[position].hexadecimalValue {
      guard position - line.lowerBound < Self.digitsMax, size <= Int.max >> 4 else {
        throw .chunkSizeOverflow
      }
      size = size << 4 | digit
      position += 1
    }
    guard position > line.lowerBound else { throw .invalidChunkSize }
    dataBytes = size
    extensionBytes = line.upperBound - position
    guard extensionBytes > 0 else { return }
    // The grammar allows whitespace before the semicolon; nobody sends it, and recipients differ on
    // it.
    guard bytes[position] == .semicolon else { throw .invalidChunkSize }
    guard ChunkExtensions.isValid(bytes, in: position..<line.upperBound) else {
      throw .invalidChunkExtension
    }
  }
}

/// `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )` (RFC 9112 section 7.1.1).
enum ChunkExtensions {
  /// Whether a part of a line, which has no control characters but tabs, matches the grammar.
  static func isValid(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    var rest = range
    repeat {
      skipWhitespace(bytes, &rest)
      guard skip(.semicolon, bytes, &rest) else { return false }
      skipWhitespace(bytes, &rest)
      guard skipToken(bytes, &rest) else { return false }
      var value = rest
      skipWhitespace(bytes, &value)
      guard skip(.equals, bytes, &value) else { continue }
      skipWhitespace(bytes, &value)
      guard skipToken(bytes, &value) || skipQuotedString(bytes, &value) else { return false }
      rest = value
    } while !rest.isEmpty
    return true
  }

  private static func skipWhitespace(_ bytes: Span<UInt8>, _ rest: inout Range<Int>) {
    while let first = rest.first, bytes[first].isWhitespace { rest.removeFirst() }
  }

  private static func skip(_ byte: UInt8, _ bytes: Span<UInt8>, _ rest: inout Range<Int>) -> Bool {
    guard let first = rest.first, bytes[first] == byte else { return false }
    rest.removeFirst()
    return true
  }

  private static func skipToken(_ bytes: Span<UInt8>, _ rest: inout Range<Int>) -> Bool {
    let start = rest.lowerBound
    while let first = rest.first, bytes[first].isTokenCharacter { rest.removeFirst() }
    return rest.lowerBound > start
  }

  /// A string in quotation marks, in which a backslash quotes the byte after it (RFC 9110 section
  /// 5.6.4).
  private static func skipQuotedString(_ bytes: Span<UInt8>, _ rest: inout Range<Int>) -> Bool {
    guard skip(.quotationMark, bytes, &rest) else { return false }
    while let first = rest.popFirst() {
      switch bytes[first] {
      case .quotationMark: return true
      case .backslash: if rest.popFirst() == nil { return false }
      default: break
      }
    }
    return false
  }
}
