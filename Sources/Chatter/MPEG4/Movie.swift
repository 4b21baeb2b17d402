/// The movie: `moov` (ISO/IEC 14496-12, 8.2.1), with the samples that fragments add to its tracks.
struct Movie {
  private(set) var tracks: [Track] = []

  private let timescale: UInt32
  private let statedLength: StatedLength

  /// The defaults for fragments; nil if the file cannot have fragments (no `mvex`).
  private var defaults: [FragmentDefaults]?

  init(_ box: Box, mediaData: MediaData, in bytes: [UInt8]) throws(AudioClipError) {
    let children = try BoxChildren(of: box, in: bytes)
    let header = try children.required(.mvhd)
    timescale = try FieldReader.numberAfterTimes(header, in: bytes)
    statedLength = try StatedLength(header, children, in: bytes)
    let boxes = children.all(.trak)
    guard boxes.count <= MPEG4Limits.tracksMax else { throw .tooManyTracks }
    for box in boxes {
      let track = try Track(box, mediaData: mediaData, in: bytes)
      guard index(ofTrack: track.id) == nil else { throw .repeatedTrack }
      tracks.append(track)
    }
    // Players of sound ignore the pictures of chapters, and refuse or show others.
    let chapters = tracks.filter { $0.descriptions != nil }.flatMap(\.chapterTracks)
    guard tracks.allSatisfy({ !$0.isVideo || chapters.contains($0.id) }) else { throw .videoTrack }
    guard let mvex = try children.optional(.mvex) else { return }
    var defaults: [FragmentDefaults] = []
    for box in try BoxChildren(of: mvex, in: bytes).all(.trex) {
      let next = try FragmentDefaults(box, in: bytes)
      guard index(ofTrack: next.track) != nil else { throw .unknownTrack }
      guard !defaults.contains(where: { $0.track == next.track }) else {
        throw .repeated(.trex)
      }
      defaults.append(next)
    }
    self.defaults = defaults
  }

  /// Reads a fragment, `moof`, and adds its samples to their tracks.
  mutating func add(
    _ fragment: Box, mediaData: MediaData, in bytes: [UInt8]
  ) throws(AudioClipError) {
    guard let defaults else { throw .missing(.mvex, parent: .moov) }
    var previousEnd: UInt64?
    for box in try BoxChildren(of: fragment, in: bytes).all(.traf) {
      var runs = try TrackFragment(
        box, moof: fragment, previousEnd: previousEnd, defaults: defaults, in: bytes)
      guard let index = index(ofTrack: runs.track) else { throw .unknownTrack }
      try tracks[index].descriptions?.check(index: runs.descriptionIndex, from: .tfhd)
      // The sample sizes of tolerated tracks are read too: the next run may begin where they end.
      let totals = try runs.read(
        mediaData: tracks[index].descriptions == nil ? nil : mediaData, in: bytes)
      try tracks[index].add(totals, decodedAt: runs.decodeTime)
      previousEnd = runs.end
    }
  }

  /// Returns the facts of the first audio track, which is the one that players play.
  ///
  /// Every audio track must be valid and have samples, so that the first one cannot hide another.
  func facts(byteCount: Int, isFragmented: Bool) throws(AudioClipError) -> AudioFacts {
    var facts: AudioFacts?
    for track in tracks {
      guard let format = track.descriptions?.format else { continue }
      guard track.totals.samples > 0, track.totals.byteCount > 0 else { throw .noSamples }
      // Every sample has at least one byte: a table of empty ones contains something else.
      guard track.totals.samples <= track.totals.byteCount else { throw .tooManyEntries(.stsz) }
      let duration = try track.duration(
        movieTimescale: timescale, isFragmented: isFragmented, statedLength)
      guard duration > .zero else { throw .noDuration }
      guard format.suits(track, isFragmented: isFragmented) else { throw .wrongTimescale }
      facts =
        facts
        ?? AudioFacts(
          duration: duration, codec: format.codec, sampleRate: format.sampleRate,
          channels: format.channels, byteCount: byteCount)
    }
    guard let facts else { throw .noAudioTrack }
    return facts
  }

  private func index(ofTrack id: UInt32) -> Int? {
    tracks.firstIndex { $0.id == id }
  }
}

extension AudioFormat {
  /// The last frames of a recording may be cut, and pauses may be between others.
  private static let (cutFramesMax, cutMax, pauseMax) = (3, 4.0, 16.0)

  /// Whether the frames of a track are as long as those of the codec can be (ISO/IEC 14496-3,
  /// 4.5.1.1; RFC 6716, section 2.1.4), with what `mdhd` says about time.
  fileprivate func suits(_ track: Track, isFragmented: Bool) -> Bool {
    let (shortest, longest, rate): (Double, Double, Double)
    switch codec {
    case .aacLC, .heAAC, .heAACv2: (shortest, longest, rate) = (960, 2048, Double(sampleRate))
    case .opus: (shortest, longest, rate) = (120, 5760, 48_000)
    case .alac: return true
    }
    let count = Double(track.totals.samples)
    let length = Double(track.totals.units) / count * rate / Double(track.timescale)
    let isLongEnough = count <= Double(Self.cutFramesMax) || length * Self.cutMax >= shortest
    return isLongEnough && (isFragmented || length <= longest * Self.pauseMax)
  }
}
