/// What the sample tables or the runs of a track add up to.
struct SampleTotals: Equatable {
  var samples: UInt64 = 0
  var byteCount: UInt64 = 0

  /// Length in units of the media's timescale.
  var units: UInt64 = 0

  /// Adds what another table of the same track says; the box is the one that an error names.
  mutating func add(
    _ other: SampleTotals, from box: FourCharacterCode
  ) throws(AudioClipError) {
    guard let samples = samples.plus(other.samples),
      let byteCount = byteCount.plus(other.byteCount), let units = units.plus(other.units)
    else { throw .numbersTooLarge(box) }
    self = SampleTotals(samples: samples, byteCount: byteCount, units: units)
  }
}
