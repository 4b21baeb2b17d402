private import CZlib

/// zlib's compressor of raw deflate (RFC 1951), owned; no header, no checksum.
@safe struct Deflater: ~Copyable {
  /// How hard it tries.
  enum Effort: Sendable {
    /// Repetitions and frequencies: for text.
    case text
    /// Frequencies alone, which is all there is in base64 of compressed audio, and ten times faster.
    case base64
  }

  /// How the output ends.
  enum End: Sendable {
    /// At a byte, with nothing of what came before in what follows, so that pieces can be joined.
    case fullFlush
    /// The last block is marked as such.
    case finish
  }

  /// 32 KiB, the largest window; negative for raw deflate.
  private static let windowBits: Int32 = -15
  private static let memoryLevel: Int32 = 8

  /// On the heap: zlib refuses a structure that has moved.
  private let stream: UnsafeMutablePointer<z_stream>

  init(_ effort: Effort) {
    let level: Int32 = effort == .text ? 6 : 1
    let strategy = effort == .text ? Z_DEFAULT_STRATEGY : Z_HUFFMAN_ONLY
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe czlib_deflate_init(
      stream, level, Self.windowBits, Self.memoryLevel, strategy)
    // Only for want of memory, which ends a Swift program anyway.
    precondition(status == Z_OK, "deflateInit2: \(status)")
  }

  deinit {
    _ = unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Compresses all of the bytes, and ends the output as told.
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

/// zlib's checksums, and those of joined bytes from those of the parts.
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

  /// The checksum of two texts, one after the other; the length is of the second.
  static func crc32(_ first: UInt32, then second: UInt32, count: Int) -> UInt32 {
    UInt32(crc32_combine(UInt(first), UInt(second), count))
  }

  static func adler32(_ first: UInt32, then second: UInt32, count: Int) -> UInt32 {
    UInt32(adler32_combine(UInt(first), UInt(second), count))
  }
}
