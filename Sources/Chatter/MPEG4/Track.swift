/// One track of the movie: `trak` (ISO/IEC 14496-12, 8.3.1).
struct Track {
  let id: UInt32
  let timescale: UInt32

  /// The sample descriptions of an audio track; nil for another track.
  ///
  /// Such tracks (hints, text, metadata, pictures of chapters) are tolerated, and their samples are
  /// not checked, because no player of a voice message uses them.
  let descriptions: SampleDescriptions?

  /// Whether it is a track of pictures.
  let isVideo: Bool

  /// The ids of the tracks with its chapters (QuickTime File Format, "Chapter lists").
  let chapterTracks: [UInt32]

  private(set) var totals = SampleTotals()

  /// The decode time at which the recording began; nil before the first fragment that has one.
  private var decodeStart: UInt64?

  private let edits: EditList

  init(_ box: Box, mediaData: MediaData, in bytes: [UInt8]) throws(AudioClipError) {
    let children = try BoxChildren(of: box, in: bytes)
    let media = try BoxChildren(of: try children.required(.mdia), in: bytes)
    let handler = try Self.handler(try media.required(.hdlr), in: bytes)
    guard handler != .auxv else { throw .videoTrack }
    isVideo = handler == .vide
    chapterTracks = try Self.chapterTracks(children, in: bytes)
    id = try FieldReader.numberAfterTimes(try children.required(.tkhd), in: bytes)
    timescale = try FieldReader.numberAfterTimes(try media.required(.mdhd), in: bytes)
    edits = try Self.edits(children, in: bytes)
    guard handler == .soun else {
      descriptions = nil
      return
    }
    let information = try BoxChildren(of: try media.required(.minf), in: bytes)
    let table = try SampleTable(
      try information.required(.stbl), mediaData: mediaData, in: bytes)
    if let dinf = try information.optional(.dinf) {
      let dref = try BoxChildren(of: dinf, in: bytes).required(.dref)
      let references = try DataReferences(dref, in: bytes)
      for entry in table.descriptions.entries {
        try references.check(entry)
      }
    }
    descriptions = table.descriptions
    totals = table.totals
  }

  /// Adds the samples of a fragment.
  ///
  /// Players show a fragment at its decode time, even if the samples before it are shorter:
  /// Chromium understates the last sample of each fragment.
  mutating func add(
    _ run: SampleTotals, decodedAt time: UInt64?
  ) throws(AudioClipError) {
    if let time {
      let start = decodeStart ?? (time > totals.units ? time - totals.units : 0)
      decodeStart = start
      if time > start { totals.units = max(totals.units, time - start) }
    }
    try totals.add(run, from: .trun)
  }

  /// Returns the playback duration of the track: that of the edit list, or what the file states and
  /// its frames confirm, or that of the frames.
  ///
  /// The lengths in `mdhd`, `tkhd` and `mehd` are not used: writers often leave them wrong.
  func duration(
    movieTimescale: UInt32, isFragmented: Bool, _ statedLength: StatedLength? = nil
  ) throws(AudioClipError) -> Duration {
    if edits.isEmpty, !isFragmented,
      let length = statedLength?.duration(of: totals, timescale: timescale)
    {
      return length
    }
    return try edits.duration(
      of: totals.units, timescale: timescale, movieTimescale: movieTimescale,
      isFragmented: isFragmented)
  }

  private static func handler(
    _ box: Box, in bytes: [UInt8]
  ) throws(AudioClipError) -> FourCharacterCode {
    var fields = try FieldReader(full: box, in: bytes)
    try fields.skip(4)  // pre_defined
    return try fields.code()
  }

  private static func chapterTracks(
    _ children: BoxChildren, in bytes: [UInt8]
  ) throws(AudioClipError) -> [UInt32] {
    guard let tref = try children.optional(.tref),
      let chap = try BoxChildren(of: tref, in: bytes).optional(.chap)
    else { return [] }
    var fields = FieldReader(chap, in: bytes)
    var tracks: [UInt32] = []
    while fields.remaining >= 4, tracks.count < MPEG4Limits.tracksMax {
      tracks.append(try fields.uint32())
    }
    return tracks
  }

  private static func edits(
    _ children: BoxChildren, in bytes: [UInt8]
  ) throws(AudioClipError) -> EditList {
    guard let edts = try children.optional(.edts),
      let elst = try BoxChildren(of: edts, in: bytes).optional(.elst)
    else { return EditList() }
    return try EditList(elst, in: bytes)
  }
}

/// The data references of a track, and which of them are this file: `dref` (ISO/IEC 14496-12,
/// 8.7.2).
struct DataReferences {
  private let areInFile: [Bool]

  init(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    var fields = try FieldReader(full: box, in: bytes)
    let count = Int(try fields.uint32())
    let boxes = try BoxChildren(of: box, after: 8, in: bytes).boxes
    guard boxes.count == count, count > 0 else { throw .malformed(.dref) }
    var areInFile: [Bool] = []
    for box in boxes {
      areInFile.append(try FieldReader(full: box, in: bytes).flags & 1 == 1)
    }
    self.areInFile = areInFile
  }

  /// Rejects a sample entry whose media is in another file, or whose reference does not exist.
  func check(_ entry: SampleEntry) throws(AudioClipError) {
    guard (1...areInFile.count).contains(entry.dataReferenceIndex) else {
      throw .malformed(.dref)
    }
    guard areInFile[entry.dataReferenceIndex - 1] else { throw .externalMedia }
  }
}

/// The parts of the media that are played: `elst` (ISO/IEC 14496-12, 8.6.6).
///
/// AAC and Opus encoders use it to skip the priming samples before the sound and the padding in the
/// last frame, so the duration of a clip is that of its edits, as players show it.
struct EditList {
  /// Lengths are in units of the movie's timescale, and 0 means all remaining media (fragmented
  /// files). Starts are in units of the media's timescale.
  private var edits: [(length: UInt64, start: UInt64)] = []

  var isEmpty: Bool { edits.isEmpty }

  /// Creates an empty list: all media is played.
  init() {}

  init(_ box: Box, in bytes: [UInt8]) throws(AudioClipError) {
    var fields = try FieldReader(full: box, in: bytes)
    let isLong = fields.version == 1
    let fieldBytes = isLong ? 8 : 4
    let count = try fields.entryCount(entryBytes: 2 * fieldBytes + 4)
    guard count <= MPEG4Limits.editsMax else { throw .tooManyEntries(.elst) }
    // A start of -1 is an empty edit: a pause before the sound, without samples.
    let empty: UInt64 = isLong ? .max : UInt64(UInt32.max)
    for _ in 0..<count {
      let length = try fields.unsigned(byteCount: fieldBytes)
      let start = try fields.unsigned(byteCount: fieldBytes)
      try fields.skip(4)  // media_rate
      guard start != empty else { continue }
      guard start <= empty / 2 else { throw .malformed(.elst) }
      edits.append((length, start))
    }
  }

  /// Returns the playback duration of media that has `units` units.
  ///
  /// An edit is never longer than the media after its start. A fragmented file states the lengths
  /// before it has all its media, so only the starts are used there.
  func duration(
    of units: UInt64, timescale: UInt32, movieTimescale: UInt32, isFragmented: Bool
  ) throws(AudioClipError) -> Duration {
    guard let media = Duration(units: units, timescale: timescale) else {
      throw .durationTooLong
    }
    var played = Duration.zero
    for edit in edits where edit.start < units {
      // Not longer than the media, so it is representable.
      guard let start = Duration(units: edit.start, timescale: timescale) else { continue }
      let length =
        edit.length == 0 || isFragmented
        ? nil : Duration(units: edit.length, timescale: movieTimescale)
      played += min(length ?? media, media - start)
      guard played <= MPEG4Limits.durationMax else { throw .durationTooLong }
    }
    // Edits that play nothing come from writers that did not complete them.
    return played > .zero ? played : media
  }
}
