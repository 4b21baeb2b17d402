/// Every bound of the MPEG-4 walk; the bytes that are there bound each loop once more.
enum MPEG4Limits {
  /// Boxes at the top of a file: two for each fragment, so over an hour in fragments of 0.1 s.
  static let fileBoxesMax = 131_072

  /// Boxes in any one box.
  static let childBoxesMax = 4_096

  /// Boxes around a box; the deepest that is read is moov/trak/mdia/minf/stbl/stsd/mp4a/wave/esds.
  static let depthMax = 8

  static let tracksMax = 16
  static let sampleDescriptionsMax = 16

  /// Bytes of the length of a descriptor (ISO/IEC 14496-1, 8.3.3).
  static let descriptorLengthBytesMax = 4

  static let channelsMax = 8

  /// Hertz; ALAC goes up to 384 kHz, the lowest rate of AAC's table is 7350 Hz.
  static let sampleRates = 1_000...384_000

  static let durationMax = Duration.seconds(24 * 60 * 60)

  /// Bytes at the start of a file by which another format is recognised.
  static let signatureBytesMax = 64
}
