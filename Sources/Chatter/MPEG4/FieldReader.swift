/// Reads the fields of one box in order; a missing field makes the box malformed.
struct FieldReader {
  /// The box that errors name.
  let box: FourCharacterCode
  /// The version and flags of a FullBox (ISO/IEC 14496-12, 4.2).
  private(set) var version: UInt8 = 0
  private(set) var flags: UInt32 = 0

  private let bytes: [UInt8]
  private let end: Int
  private(set) var offset: Int

  init(_ box: Box, in bytes: [UInt8]) {
    self.init(box.payload, of: box.type, in: bytes)
  }

  /// Starts after the version and flags of a FullBox.
  init(full box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    self.init(box, in: bytes)
    let word = try uint32()
    version = UInt8(truncatingIfNeeded: word >> 24)
    flags = word & 0xFF_FFFF
  }

  private init(_ range: Range<Int>, of box: FourCharacterCode, in bytes: [UInt8]) {
    self.box = box
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  var remaining: Int { end - offset }

  mutating func uint8() throws(AudioClipError) -> UInt8 {
    UInt8(truncatingIfNeeded: try unsigned(byteCount: 1))
  }

  mutating func uint16() throws(AudioClipError) -> UInt16 {
    UInt16(truncatingIfNeeded: try unsigned(byteCount: 2))
  }

  mutating func uint32() throws(AudioClipError) -> UInt32 {
    UInt32(truncatingIfNeeded: try unsigned(byteCount: 4))
  }

  mutating func uint64() throws(AudioClipError) -> UInt64 {
    try unsigned(byteCount: 8)
  }

  mutating func code() throws(AudioClipError) -> FourCharacterCode {
    FourCharacterCode(rawValue: try uint32())
  }

  /// Reads the unsigned number in the next `byteCount` bytes, at most 8.
  mutating func unsigned(byteCount: Int) throws(AudioClipError) -> UInt64 {
    guard byteCount <= remaining else { throw .malformed(box) }
    defer { offset += byteCount }
    return bytes.bigEndian(at: offset, byteCount: byteCount)
  }

  /// Returns the number after the times of `mvhd`, `tkhd` or `mdhd`, which must not be 0: the
  /// timescale or the track id (ISO/IEC 14496-12, 8.2.2, 8.3.2, 8.4.2).
  static func numberAfterTimes(
    _ box: Box, in bytes: [UInt8]
  ) throws(AudioClipError) -> UInt32 {
    var fields = try FieldReader(full: box, in: bytes)
    try fields.skip(fields.version == 1 ? 16 : 8)
    let number = try fields.uint32()
    guard number != 0 else { throw .malformed(box.type) }
    return number
  }

  /// Reads a count of entries; throws if that many entries of `entryBytes` bytes do not fit.
  mutating func entryCount(entryBytes: Int) throws(AudioClipError) -> Int {
    // A 32-bit count and a few bytes: the product is far below 2^63.
    let count = Int(try uint32())
    guard count * entryBytes <= remaining else { throw .malformed(box) }
    return count
  }

  mutating func skip(_ byteCount: Int) throws(AudioClipError) {
    guard byteCount <= remaining else { throw .malformed(box) }
    offset += byteCount
  }

  /// Returns a reader limited to the next `byteCount` bytes, and skips them.
  mutating func slice(byteCount: Int) throws(AudioClipError) -> FieldReader {
    let start = offset
    try skip(byteCount)
    return FieldReader(start..<offset, of: box, in: bytes)
  }

  /// Returns all remaining bytes.
  mutating func rest() -> [UInt8] {
    defer { offset = end }
    return Array(bytes[offset..<end])
  }
}

/// Reads numbers in network byte order, as used by all boxes (ISO/IEC 14496-12, 4.1).
extension [UInt8] {
  /// Returns the unsigned number in `byteCount` bytes (at most 8) at an offset; the caller checks
  /// the bounds.
  func bigEndian(at offset: Int, byteCount: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<(offset + byteCount) {
      value = value << 8 | UInt64(self[index])
    }
    return value
  }
}

/// Sums and products of numbers from a file; nil on overflow.
extension UInt64 {
  func plus(_ other: UInt64) -> UInt64? {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? nil : sum
  }

  func times(_ other: UInt64) -> UInt64? {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }
}

extension Duration {
  /// The time of `units` at `timescale` units per second; nil above ``MPEG4Limits/durationMax``.
  init?(units: UInt64, timescale: UInt32) {
    let (seconds, rest) = units.quotientAndRemainder(dividingBy: UInt64(timescale))
    guard seconds <= UInt64(MPEG4Limits.durationMax.components.seconds) else { return nil }
    // rest < 2^32, so the product is below 2^62.
    let nanoseconds = rest * 1_000_000_000 / UInt64(timescale)
    self = .seconds(Int64(seconds)) + .nanoseconds(Int64(nanoseconds))
    guard self <= MPEG4Limits.durationMax else { return nil }
  }
}
