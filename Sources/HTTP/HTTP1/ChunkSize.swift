/// The line before the data of a chunk: hexadecimal digits, optionally followed by extensions (RFC
/// 9112 section 7.1).
struct ChunkSize: Equatable {
  /// Maximum number of digits. 16 digits can represent every valid size; longer numbers are
  /// rejected as suspicious, even if they consist of zeros.
  static let digitsMax = 16

  let dataBytes: Int
  /// Size of the extensions in bytes. Their syntax is checked and their meaning ignored (section
  /// 7.1.1).
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
    // The grammar allows whitespace before the semicolon, but clients do not send it and recipients
    // disagree on it.
    guard bytes[position] == .semicolon else { throw .invalidChunkSize }
    guard ChunkExtensions.isValid(bytes, in: position..<line.upperBound) else {
      throw .invalidChunkExtension
    }
  }
}

/// The grammar `*( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )` (RFC 9112 section
/// 7.1.1).
enum ChunkExtensions {
  /// Whether `range` matches the grammar. It must not contain control characters other than tabs.
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

  /// Skips a quoted string, in which a backslash escapes the next byte (RFC 9110 section 5.6.4).
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
