/// The sizes of the samples of a track, in order: `stsz` or `stz2` (ISO/IEC 14496-12, 8.7.3).
///
/// A table is backed by its bytes, so that reading it is bounded by them; one size for all samples
/// is not, and is only ever multiplied.
struct SampleSizes {
  /// How many samples there are.
  let count: UInt64

  private let uniformByteCount: UInt64?
  private let fieldBits: Int
  private var fields: FieldReader
  private var halfByte: UInt8?

  init(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    fields = FieldReader(box, in: bytes)
    _ = try fields.versionAndFlags()
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
    // A 32-bit count of at most 32 bits: far below 2^64.
    let tableBytes = (count * UInt64(fieldBits) + 7) / 8
    guard uniformByteCount != nil || tableBytes <= UInt64(fields.remaining) else {
      throw .malformed(box.type)
    }
  }

  /// The bytes of the next `samples` samples; the caller never asks for more than ``count``.
  mutating func byteCount(ofNext samples: UInt64) throws(AudioClipError) -> UInt64 {
    if let uniformByteCount {
      guard let product = samples.times(uniformByteCount) else {
        throw .numbersTooLarge(fields.box)
      }
      return product
    }
    var sum: UInt64 = 0
    for _ in 0..<samples {
      // Sizes of 32 bits in a table of less than 2^32 entries: the sum is below 2^64.
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
