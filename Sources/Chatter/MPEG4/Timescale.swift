/// Units per second, at the same offset in `mvhd` and `mdhd` (ISO/IEC 14496-12, 8.2.2, 8.4.2).
enum Timescale {
  static func read(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) -> UInt32 {
    var fields = FieldReader(box, in: bytes)
    let isLong = try fields.versionAndFlags().version == 1
    try fields.skip(isLong ? 16 : 8)  // creation and modification time
    let timescale = try fields.uint32()
    guard timescale > 0 else { throw .malformed(box.type) }
    return timescale
  }
}
