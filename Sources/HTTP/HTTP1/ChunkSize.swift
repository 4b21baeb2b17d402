/// The line before the data of a chunk: hexadecimal digits, then perhaps extensions (RFC 9112
/// section 7.1).
struct ChunkSize: Equatable {
  /// 16 digits say every size there is; more are an attempt at something else, even if they are
  /// zeros.
  static let digitsMax = 16

  let dataBytes: Int
  /// The bytes after the digits; what they say is ignored, as section 7.1.1 demands.
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
    // Section 7.1.1 knows whitespace before the semicolon; nobody sends it, and recipients differ
    // on it.
    guard position == line.upperBound || bytes[position] == .semicolon else {
      throw .invalidChunkSize
    }
    dataBytes = size
    extensionBytes = line.upperBound - position
  }
}
