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
