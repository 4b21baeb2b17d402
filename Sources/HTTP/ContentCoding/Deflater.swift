private import CZlib

/// Owns a zlib compressor of raw deflate (RFC 1951), without header and checksum.
@safe struct Deflater: ~Copyable {
  /// The compression method, chosen by the kind of data.
  enum Effort: Sendable {
    /// Matches repeated strings and uses Huffman coding; suited to text.
    case text
    /// Uses Huffman coding only. Base64 of compressed audio has no other redundancy, and this is
    /// ten times faster.
    case base64
  }

  /// How the output ends.
  enum End: Sendable {
    /// Ends on a byte boundary; later data does not refer back to it, so that segments can be
    /// joined.
    case fullFlush
    /// Ends with a block that is marked as the last.
    case finish
  }

  /// The largest window, 32 KiB; negative selects raw deflate.
  private static let windowBits: Int32 = -15
  private static let memoryLevel: Int32 = 8

  /// Heap-allocated, because zlib rejects a structure that has moved.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ effort: Effort) {
    let level: Int32 = effort == .text ? 6 : 1
    let strategy = effort == .text ? Z_DEFAULT_STRATEGY : Z_HUFFMAN_ONLY
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe czlib_deflate_init(
      stream, level, Self.windowBits, Self.memoryLevel, strategy)
    // This fails only if memory is exhausted, which terminates a Swift program anyway.
    precondition(status == Z_OK, "deflateInit2: \(status)")
  }

  deinit {
    _ = unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses all of `bytes`, and ends the output as `end` specifies.
  mutating func deflate(_ bytes: ArraySlice<UInt8>, end: End) -> [UInt8] {
    let bound = unsafe Int(deflateBound(stream, UInt(bytes.count))) + 16
    let flush = end == .finish ? Z_FINISH : Z_FULL_FLUSH
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(input.count)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(output.count)
        let status = unsafe CZlib.deflate(stream, flush)
        precondition(
          unsafe status == (end == .finish ? Z_STREAM_END : Z_OK) && stream.pointee.avail_in == 0
            && stream.pointee.avail_out > 0, "deflate: \(status)")
        count = unsafe output.count - Int(stream.pointee.avail_out)
        unsafe stream.pointee.next_in = nil
        unsafe stream.pointee.next_out = nil
      }
    }
  }
}

/// The checksums of zlib, including the combination of two checksums into that of the joined bytes.
enum Checksum {
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe UInt32(CZlib.crc32_z(0, $0.baseAddress, $0.count))
    }
  }

  static func adler32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe UInt32(CZlib.adler32_z(1, $0.baseAddress, $0.count))
    }
  }

  /// Returns the checksum of two concatenated byte sequences; `count` is the length of the second.
  static func crc32(_ first: UInt32, then second: UInt32, count: Int) -> UInt32 {
    UInt32(crc32_combine(UInt(first), UInt(second), count))
  }

  static func adler32(_ first: UInt32, then second: UInt32, count: Int) -> UInt32 {
    UInt32(adler32_combine(UInt(first), UInt(second), count))
  }
}
