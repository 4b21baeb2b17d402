/// The locations of a track's samples: `stsc` with `stco` or `co64` (ISO/IEC 14496-12, 8.7.4,
/// 8.7.5).
///
/// The work is one step for each chunk, whose offset is in the file, and one for each sample that
/// has a size in the file.
struct SampleChunks {
  private var runs: [(firstChunk: UInt64, samplesPerChunk: UInt64)] = []
  private var offsets: FieldReader
  private let offsetBytes: Int
  /// Number of chunks.
  let chunkCount: UInt64
  /// The type of the box with the chunk offsets.
  let offsetsType: FourCharacterCode

  init(
    toChunk: Box, offsets box: Box, descriptions: SampleDescriptions, in bytes: [UInt8]
  ) throws(AudioClipError) {
    offsets = try FieldReader(full: box, in: bytes)
    offsetsType = box.type
    offsetBytes = box.type == .co64 ? 8 : 4
    chunkCount = UInt64(try offsets.entryCount(entryBytes: offsetBytes))

    var fields = try FieldReader(full: toChunk, in: bytes)
    var previous: UInt64 = 0
    for index in 0..<(try fields.entryCount(entryBytes: 12)) {
      let firstChunk = UInt64(try fields.uint32())
      let samplesPerChunk = UInt64(try fields.uint32())
      try descriptions.check(index: try fields.uint32(), from: .stsc)
      guard index == 0 ? firstChunk == 1 : firstChunk > previous, firstChunk <= chunkCount
      else { throw .malformed(.stsc) }
      previous = firstChunk
      runs.append((firstChunk, samplesPerChunk))
    }
  }

  /// Returns the number of samples in all chunks.
  func sampleCount() throws(AudioClipError) -> UInt64 {
    var sum: UInt64 = 0
    for index in runs.indices {
      guard let samples = chunks(of: index).times(runs[index].samplesPerChunk),
        let next = sum.plus(samples)
      else { throw .numbersTooLarge(.stsc) }
      sum = next
    }
    return sum
  }

  /// Checks that every chunk is inside the media data; returns the total size in bytes.
  ///
  /// The caller has checked that ``sampleCount()`` equals the count of `sizes`.
  mutating func check(
    _ sizes: SampleSizes, in mediaData: MediaData
  ) throws(AudioClipError) -> UInt64 {
    var sizes = sizes
    var sum: UInt64 = 0
    for index in runs.indices {
      for _ in 0..<chunks(of: index) {
        let byteCount = try sizes.byteCount(ofNext: runs[index].samplesPerChunk)
        let offset = try offsets.unsigned(byteCount: offsetBytes)
        try mediaData.check(offset: offset, byteCount: byteCount)
        guard let next = sum.plus(byteCount) else { throw .numbersTooLarge(.stsz) }
        sum = next
      }
    }
    return sum
  }

  /// Returns the number of chunks from a run's first one to the next run's first one, or to the
  /// end.
  private func chunks(of index: Int) -> UInt64 {
    let end = index + 1 < runs.count ? runs[index + 1].firstChunk : chunkCount + 1
    return end - runs[index].firstChunk
  }
}
