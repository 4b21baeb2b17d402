/// The sample table of a progressive track, cross-checked: `stbl` (ISO/IEC 14496-12, 8.5.1).
///
/// The tables must count the same samples, and every chunk must lie in the media data. In a
/// fragmented file they are there and empty.
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
    let byteCount = try chunks.check(sizes, in: mediaData)
    totals = SampleTotals(samples: sizes.count, byteCount: byteCount, units: times.units)
  }

  /// How many samples `stts` counts, and how long they are together (8.6.1.2).
  private static func times(
    _ box: Box, in bytes: [UInt8]
  ) throws(AudioClipError) -> (samples: UInt64, units: UInt64) {
    var fields = FieldReader(box, in: bytes)
    _ = try fields.versionAndFlags()
    var samples: UInt64 = 0
    var units: UInt64 = 0
    for _ in 0..<(try fields.entryCount(entryBytes: 8)) {
      let count = UInt64(try fields.uint32())
      // Two 32-bit numbers: the product is below 2^64.
      let length = count * UInt64(try fields.uint32())
      guard let nextSamples = samples.plus(count), let nextUnits = units.plus(length) else {
        throw .numbersTooLarge(.stts)
      }
      samples = nextSamples
      units = nextUnits
    }
    return (samples, units)
  }
}
