private import CZlib

/// Owns a zlib decompressor of gzip.
@safe struct Inflater: ~Copyable {
  /// The result of one call.
  enum Status: Equatable {
    /// All input has been consumed.
    case needsMoreBytes
    /// The output has reached its maximum size, and there may be more.
    case full
    /// The encoded data is complete.
    case ended
    /// The input is not valid in the coding.
    case malformed
  }

  /// Heap-allocated, because zlib rejects a structure that has moved.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Selects gzip with the largest window (zlib.h, `inflateInit2`).
  private static let windowBits: Int32 = 31

  init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    let status = unsafe czlib_inflate_init(stream, Self.windowBits)
    precondition(status == Z_OK, "inflateInit2: \(status)")
  }

  deinit {
    _ = unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Decompresses a prefix of `input`, which is removed from it, into at most `bytesMax` bytes.
  mutating func inflate(_ input: inout ArraySlice<UInt8>, atMost bytesMax: Int) -> (
    [UInt8], Status
  ) {
    var status = Status.malformed
    var taken = 0
    let output = unsafe [UInt8](unsafeUninitializedCapacity: bytesMax) { output, count in
      unsafe input.withUnsafeBufferPointer { input in
        let available = min(input.count, Int(UInt32.max))
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(available)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(output.count)
        let result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        count = unsafe output.count - Int(stream.pointee.avail_out)
        taken = unsafe available - Int(stream.pointee.avail_in)
        switch result {
        case Z_STREAM_END: status = .ended
        // Z_BUF_ERROR: no progress was possible without more input.
        case Z_OK, Z_BUF_ERROR:
          status = unsafe stream.pointee.avail_out == 0 ? .full : .needsMoreBytes
        default: status = .malformed
        }
        unsafe stream.pointee.next_in = nil
        unsafe stream.pointee.next_out = nil
      }
    }
    input = input.dropFirst(taken)
    return (output, status)
  }
}
