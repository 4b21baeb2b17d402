private import CInflate

/// One gzip member (RFC 1952).
enum GzipMember {
  /// Returns the content of a member; nil if it is broken, does not end with its last byte, or is
  /// longer than `bytesMax`.
  static func inflate(_ member: [UInt8], bytesMax: Int) -> [UInt8]? {
    var stream = unsafe z_stream()
    guard unsafe cinflate_begin_gzip(&stream) == Z_OK else { return nil }
    defer { unsafe _ = inflateEnd(&stream) }
    var member = member
    var isWhole = false
    // One byte more than is allowed, to detect an excess.
    let plain = [UInt8](capacity: bytesMax + 1) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        unsafe member.withUnsafeMutableBufferPointer { input in
          unsafe stream.next_in = input.baseAddress
          unsafe stream.avail_in = UInt32(input.count)
          unsafe stream.next_out = buffer.baseAddress
          unsafe stream.avail_out = UInt32(buffer.count)
          let status = unsafe CInflate.inflate(&stream, Z_FINISH)
          unsafe filled = buffer.count - Int(stream.avail_out)
          isWhole = unsafe status == Z_STREAM_END && stream.avail_in == 0
        }
      }
    }
    return isWhole && plain.count <= bytesMax ? plain : nil
  }
}
