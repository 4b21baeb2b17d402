/// The sample table of a progressive track, cross-checked: `stbl` (ISO/IEC 14496-12, 8.5.1).
///
/// All tables must have the same number of samples, and every chunk must be inside the media data.
/// In a fragmented file the tables exist but are empty.
struct SampleTable {
  let descriptions: SampleDescriptions
  let totals: SampleTotals

  init(_ box: Box, mediaData: MediaData, in bytes: [UInt8]) throws(AudioClipError) {
    let children = try BoxChildren(of: box, in: bytes)
    descriptions = try SampleDescriptions(try children.required(.stsd), in: bytes)
    let times = try Self.times(try children.required(.stts), in: bytes)
    let sizes = try SampleSizes(try children.required(.stsz, or: .stz2), in: bytes)
    var chunks = try SampleChunks(
      toChunk: try children.required(.stsc),
      offsets: try children.required(.stco, or: .co64), descriptions: descriptions, in: bytes)
    guard times.samples == sizes.count else { throw .sampleCountsDiffer(.stts) }
    guard try chunks.sampleCount() == sizes.count else { throw .sampleCountsDiffer(.stsc) }
    try Self.check(times.entries, of: .stts, samples: sizes.count)
    try Self.check(chunks.chunkCount, of: chunks.offsetsType, samples: sizes.count)
    try Self.checkOthers(children, samples: sizes.count)
    let byteCount = try chunks.check(sizes, in: mediaData)
    totals = SampleTotals(samples: sizes.count, byteCount: byteCount, units: times.units)
  }

  /// Rejects a table that has far more entries than there are samples.
  private static func check(
    _ entries: UInt64, of table: FourCharacterCode, samples: UInt64
  ) throws(AudioClipError) {
    // Counts of 32 bits: far below 2^64.
    guard entries <= samples + UInt64(MPEG4Limits.spareEntriesMax) else {
      throw .tooManyEntries(table)
    }
  }

  /// The boxes that are read and have limits of their own.
  private static let known: Set<FourCharacterCode> = [
    .stsd, .stts, .stsc, .stsz, .stz2, .stco, .co64,
  ]

  /// Rejects unread tables (`ctts`, `sbgp` and others) that are too large for the number of
  /// samples.
  private static func checkOthers(
    _ children: BoxChildren, samples: UInt64
  ) throws(AudioClipError) {
    var bytes: UInt64 = 0
    let bytesMax =
      UInt64(MPEG4Limits.otherTableBytesMax)
      + samples * UInt64(MPEG4Limits.otherTableBytesPerSample)
    for box in children.boxes where !known.contains(box.type) {
      bytes += UInt64(box.byteCount)
      guard bytes <= bytesMax else { throw .tooManyEntries(box.type) }
    }
  }

  /// Returns the number of entries and samples in `stts`, and their total length (8.6.1.2).
  private static func times(
    _ box: Box, in bytes: [UInt8]
  ) throws(AudioClipError) -> (entries: UInt64, samples: UInt64, units: UInt64) {
    var fields = try FieldReader(full: box, in: bytes)
    var samples: UInt64 = 0
    var units: UInt64 = 0
    let entries = try fields.entryCount(entryBytes: 8)
    for _ in 0..<entries {
      let count = UInt64(try fields.uint32())
      // Two 32-bit numbers: the product is below 2^64.
      let length = count * UInt64(try fields.uint32())
      guard let nextSamples = samples.plus(count), let nextUnits = units.plus(length) else {
        throw .numbersTooLarge(.stts)
      }
      samples = nextSamples
      units = nextUnits
    }
    return (UInt64(entries), samples, units)
  }
}

/// The totals of a track's sample tables or runs.
struct SampleTotals: Equatable {
  var samples: UInt64 = 0
  var byteCount: UInt64 = 0

  /// Length in units of the media's timescale.
  var units: UInt64 = 0

  /// Adds the totals of another table of the same track; an overflow error names `box`.
  mutating func add(
    _ other: SampleTotals, from box: FourCharacterCode
  ) throws(AudioClipError) {
    guard let samples = samples.plus(other.samples),
      let byteCount = byteCount.plus(other.byteCount), let units = units.plus(other.units)
    else { throw .numbersTooLarge(box) }
    self = SampleTotals(samples: samples, byteCount: byteCount, units: units)
  }
}
