/// Limits of the MPEG-4 parser; each loop is also bounded by the bytes in the file.
enum MPEG4Limits {
  /// Boxes at the top level of a file: two for each fragment, enough for over an hour in fragments
  /// of 0.1 s.
  static let fileBoxesMax = 131_072

  /// Boxes in one box.
  static let childBoxesMax = 4_096

  /// Boxes that enclose a box; the deepest box read is
  /// moov/trak/mdia/minf/stbl/stsd/mp4a/wave/esds.
  static let depthMax = 8

  static let tracksMax = 16
  static let sampleDescriptionsMax = 16

  /// Bytes of a file outside `mdat`, `moov` and `moof`, and of `free`, `skip` and `wide` beyond
  /// `reservedBytesMax`.
  static let otherBytesMax = 65_536

  /// Bytes of `free`, `skip` and `wide`. Writers reserve them for `moov`: MediaRecorder of Android
  /// 86,400 for a maximum of 15 minutes at 128 kbit/s, Media3 400,000, iTunes 65,536.
  static let reservedBytesMax = 4 << 20

  /// Bytes added to that limit for each `moof`, for the index of the fragment (`styp`, `sidx`,
  /// `mfra`, `prft`).
  static let otherBytesPerFragment = 128

  /// Entries of an edit list; recorders write one or two.
  static let editsMax = 64

  /// Entries that a table may have in addition to one per sample.
  static let spareEntriesMax = 64

  /// Bytes of the unread boxes of a sample table, in addition to those per sample.
  static let otherTableBytesMax = 4_096

  /// Bytes of those boxes per sample: `ctts`, `sdtp`, `sbgp` and the like.
  static let otherTableBytesPerSample = 16

  /// Bytes of the length of a descriptor (ISO/IEC 14496-1, 8.3.3).
  static let descriptorLengthBytesMax = 4

  static let channelsMax = 8

  /// In hertz; ALAC goes up to 384 kHz, and the lowest rate in AAC's table is 7350 Hz.
  static let sampleRates = 1_000...384_000

  static let durationMax = Duration.seconds(24 * 60 * 60)

  /// Bytes at the start of a file that are examined to recognise another format.
  static let signatureBytesMax = 64
}
