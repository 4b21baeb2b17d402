/// The sizes of the samples of a track, in order: `stsz` or `stz2` (ISO/IEC 14496-12, 8.7.3).
///
/// Reading a table is bounded by its bytes in the file. A single size for all samples has no table;
/// it is only multiplied, never read in a loop.
struct SampleSizes {
  /// Number of samples.
  let count: UInt64

  private let uniformByteCount: UInt64?
  private let fieldBits: Int
  private var fields: FieldReader
  private var halfByte: UInt8?

  init(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    fields = try FieldReader(full: box, in: bytes)
    let word = try fields.uint32()
    count = UInt64(try fields.uint32())
    if box.type == .stz2 {
      fieldBits = Int(word & 0xFF)
      uniformByteCount = nil
      guard [4, 8, 16].contains(fieldBits) else { throw .malformed(.stz2) }
    } else {
      fieldBits = 32
      uniformByteCount = word == 0 ? nil : UInt64(word)
    }
    // A 32-bit count times at most 32 bits: far below 2^64.
    let tableBytes = (count * UInt64(fieldBits) + 7) / 8
    guard uniformByteCount != nil || tableBytes <= UInt64(fields.remaining) else {
      throw .malformed(box.type)
    }
  }

  /// Returns the total size in bytes of the next `samples` samples; the caller never exceeds
  /// ``count``.
  mutating func byteCount(ofNext samples: UInt64) throws(AudioClipError) -> UInt64 {
    if let uniformByteCount {
      guard let product = samples.times(uniformByteCount) else {
        throw .numbersTooLarge(fields.box)
      }
      return product
    }
    var sum: UInt64 = 0
    for _ in 0..<samples {
      // Sizes of 32 bits in a table of fewer than 2^32 entries: the sum is below 2^64.
      sum += try nextSize()
    }
    return sum
  }

  private mutating func nextSize() throws(AudioClipError) -> UInt64 {
    guard fieldBits == 4 else { return try fields.unsigned(byteCount: fieldBits / 8) }
    if let low = halfByte {
      halfByte = nil
      return UInt64(low)
    }
    let byte = try fields.uint8()
    halfByte = byte & 0x0F
    return UInt64(byte >> 4)
  }
}
