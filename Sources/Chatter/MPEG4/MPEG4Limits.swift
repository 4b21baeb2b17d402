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

  /// Bytes of a file outside `mdat`, `moov` and `moof`.
  static let otherBytesMax = 65_536

  /// Bytes that each `moof` adds to that: what indexes a fragment (`styp`, `sidx`, `mfra`, `prft`).
  static let otherBytesPerFragment = 128

  /// Entries of an edit list; recorders write one or two.
  static let editsMax = 64

  /// Entries that a table may have beyond one for each sample.
  static let spareEntriesMax = 64

  /// Bytes of the boxes of a sample table that are not read, besides those for its samples.
  static let otherTableBytesMax = 4_096

  /// Bytes of the same for each sample: `ctts`, `sdtp`, `sbgp` and the like.
  static let otherTableBytesPerSample = 16

  /// Bytes of the length of a descriptor (ISO/IEC 14496-1, 8.3.3).
  static let descriptorLengthBytesMax = 4

  static let channelsMax = 8

  /// Hertz; ALAC goes up to 384 kHz, the lowest rate of AAC's table is 7350 Hz.
  static let sampleRates = 1_000...384_000

  static let durationMax = Duration.seconds(24 * 60 * 60)

  /// Bytes at the start of a file by which another format is recognised.
  static let signatureBytesMax = 64
}
