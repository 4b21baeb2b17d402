/// The runs of samples that a fragment adds to one track: `traf` (ISO/IEC 14496-12, 8.8.6).
struct TrackFragment {
  let track: UInt32

  /// When the first sample is decoded, in units of the media's timescale; nil if the box is absent.
  let decodeTime: UInt64?

  /// The offset after the last run that was read.
  private(set) var end: UInt64

  private let base: UInt64
  private let runs: [Box]
  private var defaults: FragmentDefaults

  var descriptionIndex: UInt32 { defaults.descriptionIndex }

  /// Reads `tfhd` (8.8.7), which sets the base of the runs' offsets.
  ///
  /// The base is a given offset, the start of the `moof`, or the end of the previous track
  /// fragment.
  init(
    _ box: Box, moof: Box, previousEnd: UInt64?, defaults: [FragmentDefaults], in bytes: [UInt8]
  ) throws(AudioClipError) {
    let children = try BoxChildren(of: box, in: bytes)
    var fields = try FieldReader(full: try children.required(.tfhd), in: bytes)
    let flags = fields.flags
    let track = try fields.uint32()
    guard var values = defaults.first(where: { $0.track == track }) else {
      throw .unknownTrack
    }
    if flags & 0x1 != 0 {
      base = try fields.uint64()
    } else if flags & 0x2_0000 != 0 {  // default-base-is-moof
      base = UInt64(moof.start)
    } else {
      base = previousEnd ?? UInt64(moof.start)
    }
    if flags & 0x2 != 0 { values.descriptionIndex = try fields.uint32() }
    if flags & 0x8 != 0 { values.units = try fields.uint32() }
    if flags & 0x10 != 0 { values.byteCount = try fields.uint32() }
    self.track = track
    self.defaults = values
    end = base
    runs = children.all(.trun)
    decodeTime = try children.optional(.tfdt).map { box throws(AudioClipError) in
      try Self.decodeTime(box, in: bytes)
    }
  }

  /// Reads `tfdt` (8.8.12).
  private static func decodeTime(
    _ box: Box, in bytes: [UInt8]
  ) throws(AudioClipError) -> UInt64 {
    var fields = try FieldReader(full: box, in: bytes)
    return try fields.unsigned(byteCount: fields.version == 1 ? 8 : 4)
  }

  /// Returns the totals of all runs; if `mediaData` is nil, their locations are not checked.
  mutating func read(
    mediaData: MediaData?, in bytes: [UInt8]
  ) throws(AudioClipError) -> SampleTotals {
    var totals = SampleTotals()
    for run in runs {
      try totals.add(try read(run, mediaData: mediaData, in: bytes), from: .trun)
    }
    return totals
  }

  /// Reads one `trun` (8.8.8): loops over fields that are in the file, and multiplies the others.
  private mutating func read(
    _ run: Box, mediaData: MediaData?, in bytes: [UInt8]
  ) throws(AudioClipError) -> SampleTotals {
    var fields = try FieldReader(full: run, in: bytes)
    let flags = fields.flags
    let count = UInt64(try fields.uint32())
    let start = flags & 0x1 == 0 ? end : try Self.offset(base, by: try fields.uint32())
    if flags & 0x4 != 0 { try fields.skip(4) }  // first_sample_flags
    let hasUnits = flags & 0x100 != 0
    let hasByteCount = flags & 0x200 != 0
    // sample_flags and sample_composition_time_offset
    let otherBytes = (flags & 0x400 != 0 ? 4 : 0) + (flags & 0x800 != 0 ? 4 : 0)
    let sampleBytes = (hasUnits ? 4 : 0) + (hasByteCount ? 4 : 0) + otherBytes
    guard count * UInt64(sampleBytes) <= UInt64(fields.remaining) else {
      throw .malformed(.trun)
    }
    // Two 32-bit numbers each: the products are below 2^64, and so are sums over a table.
    var totals = SampleTotals(
      samples: count, byteCount: hasByteCount ? 0 : count * UInt64(defaults.byteCount),
      units: hasUnits ? 0 : count * UInt64(defaults.units))
    if hasUnits || hasByteCount {
      for _ in 0..<count {
        if hasUnits { totals.units += UInt64(try fields.uint32()) }
        if hasByteCount { totals.byteCount += UInt64(try fields.uint32()) }
        try fields.skip(otherBytes)
      }
    }
    try mediaData?.check(offset: start, byteCount: totals.byteCount)
    guard let end = start.plus(totals.byteCount) else { throw .samplesPastEnd }
    self.end = end
    return totals
  }

  /// Returns a base plus a signed 32-bit offset.
  private static func offset(
    _ base: UInt64, by word: UInt32
  ) throws(AudioClipError) -> UInt64 {
    let relative = Int64(Int32(bitPattern: word))
    if relative >= 0 {
      guard let sum = base.plus(UInt64(relative)) else { throw .numbersTooLarge(.trun) }
      return sum
    }
    guard base >= relative.magnitude else { throw .numbersTooLarge(.trun) }
    return base - relative.magnitude
  }
}

/// Default values for the samples of a fragment: `trex` (ISO/IEC 14496-12, 8.8.3), or the `tfhd`
/// that overrides it.
struct FragmentDefaults {
  let track: UInt32
  var descriptionIndex: UInt32
  var units: UInt32
  var byteCount: UInt32

  init(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    var fields = try FieldReader(full: box, in: bytes)
    track = try fields.uint32()
    descriptionIndex = try fields.uint32()
    units = try fields.uint32()
    byteCount = try fields.uint32()
  }
}
