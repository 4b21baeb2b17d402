/// Parsing of a body with a known length or in chunks (RFC 9112 sections 6 and 7.1).
extension RequestParser {
  /// Returns the part of the body that has arrived, without copying it.
  mutating func readBody() throws(RequestError) -> Event {
    if isBodyTooLarge, !isDiscarding { throw .bodyTooLarge(limit: limits.bodyBytesMax) }
    guard !input.isEmpty else { return .needsMoreBytes }
    let bytes = input.prefix(bodyBytesMin)
    consume(bytes.count)
    switch state {
    case .fixedBody(let remaining):
      state = remaining == bytes.count ? .end : .fixedBody(remaining: remaining - bytes.count)
    case .chunkData(let remaining):
      state = remaining == bytes.count ? .chunkEnd : .chunkData(remaining: remaining - bytes.count)
    default:
      break
    }
    return .body(bytes)
  }

  /// Reads the line before a chunk's data; returns false while it is incomplete.
  mutating func readChunkSize() throws(RequestError) -> Bool {
    let buffer = input
    let bytes = buffer.span
    guard let line = try readLine(bytes) else {
      let lineBytesMax = ChunkSize.digitsMax + limits.chunkExtensionBytesMax - extensionBytes
      guard scanned <= lineBytesMax else {
        throw .chunkExtensionsTooLong(limit: limits.chunkExtensionBytesMax)
      }
      return false
    }
    let chunk = try ChunkSize(parsing: bytes, line)
    extensionBytes += chunk.extensionBytes
    guard extensionBytes <= limits.chunkExtensionBytesMax else {
      throw .chunkExtensionsTooLong(limit: limits.chunkExtensionBytesMax)
    }
    consume(line.upperBound + 2)
    guard chunk.dataBytes > 0 else {
      state = .trailers
      return true
    }
    let (sum, overflows) = bodyBytes.addingReportingOverflow(chunk.dataBytes)
    if overflows { throw .chunkSizeOverflow }
    bodyBytes = sum
    chunkCount += 1
    guard bodyBytes >= limits.chunkBytesMeanMin * (chunkCount - limits.freeChunkCountMax) else {
      throw .chunksTooSmall(meanMin: limits.chunkBytesMeanMin)
    }
    isBodyTooLarge = bodyBytes > limits.bodyBytesMax
    state = .chunkData(remaining: chunk.dataBytes)
    return true
  }

  /// Reads the CR LF after a chunk's data; returns false while it is incomplete.
  mutating func readChunkEnd() throws(RequestError) -> Bool {
    guard let first = input.first else { return false }
    guard first == .carriageReturn else { throw .missingChunkEnd }
    guard let second = input.dropFirst().first else { return false }
    guard second == .lineFeed else { throw .missingChunkEnd }
    consume(2)
    state = .chunkSize
    return true
  }
}

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
