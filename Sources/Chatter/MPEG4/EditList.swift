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
