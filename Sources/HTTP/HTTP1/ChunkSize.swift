/// The line before the data of a chunk: hexadecimal digits, optionally followed by extensions (RFC
/// 9112 section 7.1).
struct ChunkSize: Equatable {
  /// Maximum number of digits. 16 digits can represent every valid size; longer numbers are
  /// rejected as suspicious, even if they consist of zeros.
  static let digitsMax = 16

  let dataBytes: Int
  /// Size of the extensions in bytes, which are ignored (section 7.1.1).
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
    // The grammar allows whitespace before the semicolon, but clients do not send it and recipients
    // disagree on it.
    guard extensionBytes == 0 || bytes[position] == .semicolon else { throw .invalidChunkSize }
  }
}
