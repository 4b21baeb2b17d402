private import CZlib

/// Compresses with zlib to raw deflate (RFC 1951), without header and checksum.
enum Deflater {
  /// The largest window, 32 KiB; negative selects raw deflate.
  private static let windowBits: Int32 = -15
  private static let memoryLevel: Int32 = 8

  /// Compresses all of `bytes`. The output ends with a full flush: on a byte boundary, and later
  /// data does not refer back to it.
  static func deflate(_ bytes: ArraySlice<UInt8>, _ kind: DeflatedSegment.Kind) -> [UInt8] {
    let level: Int32 = kind == .text ? 6 : 1
    // Base64 of compressed audio has no repeated strings, and Huffman coding alone is ten times
    // faster.
    let strategy = kind == .text ? Z_DEFAULT_STRATEGY : Z_HUFFMAN_ONLY
    var stream = unsafe z_stream()
    // One pointer for all calls, because zlib rejects a structure that has moved.
    return unsafe withUnsafeMutablePointer(to: &stream) { stream in
      let status = unsafe czlib_deflate_init(stream, level, windowBits, memoryLevel, strategy)
      // This fails only if memory is exhausted, which terminates a Swift program anyway.
      precondition(status == Z_OK, "deflateInit2: \(status)")
      defer { _ = unsafe deflateEnd(stream) }
      let bound = unsafe Int(deflateBound(stream, UInt(bytes.count))) + 16
      return unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        unsafe bytes.withUnsafeBufferPointer { input in
          unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          unsafe stream.pointee.avail_in = UInt32(input.count)
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.count)
          let status = unsafe CZlib.deflate(stream, Z_FULL_FLUSH)
          precondition(
            unsafe status == Z_OK && stream.pointee.avail_in == 0 && stream.pointee.avail_out > 0,
            "deflate: \(status)")
          count = unsafe output.count - Int(stream.pointee.avail_out)
        }
      }
    }
  }
}

/// The checksum of gzip, including the combination of two into that of the joined bytes.
enum Checksum {
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe UInt32(CZlib.crc32_z(0, $0.baseAddress, $0.count))
    }
  }

  /// Returns the checksum of two concatenated byte sequences; `count` is the length of the second.
  static func crc32(_ first: UInt32, then second: UInt32, count: Int) -> UInt32 {
    UInt32(crc32_combine(UInt(first), UInt(second), count))
  }
}
