import System

/// Reads samples, 16-bit little-endian, from a source of bytes.
struct SampleReader: Sendable {
  /// The maximum number of bytes read at once: a quarter of a second.
  static let chunkBytesMax = 8_000

  /// Returns up to a number of bytes, at least one; none at the end of the input.
  let read: @Sendable (_ bytesMax: Int) throws(FileError) -> [UInt8]

  /// Returns the next samples; nil at the end of the input, which may cut the last one.
  func next() throws(FileError) -> [Int16]? {
    var bytes = try read(Self.chunkBytesMax)
    // A chunk may end inside of a sample.
    if bytes.count % 2 == 1 { bytes += try read(1) }
    if bytes.isEmpty { return nil }
    return stride(from: 1, to: bytes.count, by: 2).map { high in
      Int16(bitPattern: UInt16(bytes[high - 1]) | UInt16(bytes[high]) << 8)
    }
  }
}
