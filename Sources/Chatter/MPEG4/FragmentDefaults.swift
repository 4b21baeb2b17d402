/// Default values for the samples of a fragment: `trex` (ISO/IEC 14496-12, 8.8.3), or the `tfhd`
/// that overrides it.
struct FragmentDefaults {
  let track: UInt32
  var descriptionIndex: UInt32
  var units: UInt32
  var byteCount: UInt32

  init(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    var fields = FieldReader(box, in: bytes)
    _ = try fields.versionAndFlags()
    track = try fields.uint32()
    descriptionIndex = try fields.uint32()
    units = try fields.uint32()
    byteCount = try fields.uint32()
  }
}
