import Chatter

/// Files whose movie or tracks are wrong.
extension BrokenClip {
  private typealias B = BoxBuilder
  private static func code(_ name: String) -> FourCharacterCode { FourCharacterCode(name) }
  private static func missing(_ type: String, in parent: String) -> AudioClipError {
    .missing(code(type), parent: code(parent))
  }

  /// A second track in addition to that of the clip.
  static func track(
    _ number: Int, _ handler: String, change: (inout HandMadeClip) -> Void = { _ in }
  )
    -> [UInt8]
  {
    var clip = HandMadeClip()
    clip.tkhd = B.fullBox("tkhd", B.zeros(8), B.u32(number), B.zeros(68))
    clip.hdlr = HandMadeClip.handler(handler)
    change(&clip)
    return clip.trak
  }

  static let movies: [BrokenClip] = [
    BrokenClip("no mvhd", missing("mvhd", in: "moov")) { $0.mvhd = [] },
    BrokenClip("two mvhd", .repeated(code("mvhd"))) { $0.mvhd += $0.mvhd },
    BrokenClip("no timescale of the movie", .malformed(code("mvhd"))) {
      $0.mvhd = B.fullBox("mvhd", B.zeros(96))
    },
    BrokenClip("no tkhd", missing("tkhd", in: "trak")) { $0.tkhd = [] },
    BrokenClip("track number 0", .malformed(code("tkhd"))) {
      $0.tkhd = B.fullBox("tkhd", B.zeros(80))
    },
    BrokenClip("a tkhd of 4 bytes", .malformed(code("tkhd"))) { $0.tkhd = B.fullBox("tkhd") },
    BrokenClip("no mdhd", missing("mdhd", in: "mdia")) { $0.mdhd = [] },
    BrokenClip("no timescale of the media", .malformed(code("mdhd"))) {
      $0.mdhd = B.fullBox("mdhd", B.zeros(20))
    },
    BrokenClip("no hdlr", missing("hdlr", in: "mdia")) { $0.hdlr = [] },
    BrokenClip("a cut hdlr", .malformed(code("hdlr"))) { $0.hdlr = B.fullBox("hdlr", B.u32(0)) },
    BrokenClip("no track", .noAudioTrack, noTrack: true),
    BrokenClip("a text track alone", .noAudioTrack) { $0.hdlr = HandMadeClip.handler("text") },
    BrokenClip("a video track", .videoTrack) { $0.hdlr = HandMadeClip.handler("vide") },
    BrokenClip("a video track behind the audio", .videoTrack) {
      $0.movieBoxes = track(2, "vide")
    },
    BrokenClip("pictures that are not those of chapters", .videoTrack) {
      $0.trackBoxes = B.box("tref", B.box("chap", B.u32(3)))
      $0.movieBoxes = track(2, "vide")
    },
    BrokenClip("frames of microseconds", .wrongTimescale) {
      $0.mdhd = B.fullBox("mdhd", B.zeros(8), B.u32(8_000_000), B.zeros(8))
    },
    BrokenClip("frames of minutes", .wrongTimescale) {
      $0.mdhd = B.fullBox("mdhd", B.zeros(8), B.u32(8), B.zeros(8))
    },
    BrokenClip("two tracks of one number", .repeatedTrack) { $0.movieBoxes = track(1, "text") },
    BrokenClip("17 tracks", .tooManyTracks) {
      $0.movieBoxes = (2...17).flatMap { track($0, "text") }
    },
    BrokenClip("a second audio track without samples", .noSamples) {
      $0.movieBoxes = track(2, "soun") { empty(&$0) }
    },
    BrokenClip("an edit list with too many edits", .malformed(code("elst"))) {
      $0.edts = B.box("edts", B.table("elst", count: 2, [[100, 0, 1 << 16]]))
    },
    BrokenClip("an edit that starts before -1", .malformed(code("elst"))) {
      $0.edts = B.box("edts", B.table("elst", [[100, 0xFFFF_FFFE, 1 << 16]]))
    },
    BrokenClip("edits of more than a day", .durationTooLong) {
      $0.stts = B.table("stts", [[4, 80_000_000]])
      $0.edts = B.box("edts", B.table("elst", Array(repeating: [0, 0, 1 << 16], count: 3)))
    },
    BrokenClip("no dref in dinf", missing("dref", in: "dinf")) { $0.dref = [] },
    BrokenClip("an empty dref", .malformed(code("dref"))) {
      $0.dref = B.fullBox("dref", B.u32(0))
    },
    BrokenClip("a dref that counts too many", .malformed(code("dref"))) {
      $0.dref = B.fullBox("dref", B.u32(0xFFFF_FFFF), B.fullBox("url ", flags: 1))
    },
    BrokenClip("media in another file", .externalMedia) {
      $0.dref = B.fullBox("dref", B.u32(1), B.fullBox("url ", B.ascii("https://example.org/\0")))
    },
  ]

  /// A movie without tracks.
  private init(_ name: String, _ error: AudioClipError, noTrack: Bool) {
    let clip = HandMadeClip()
    self.init(name, clip.fileType + clip.mediaData + B.box("moov", clip.mvhd), error)
  }

  /// Removes all samples from a clip.
  static func empty(_ clip: inout HandMadeClip) {
    clip.stts = B.table("stts", [])
    clip.stsc = B.table("stsc", [])
    clip.stsz = B.fullBox("stsz", B.zeros(8))
    clip.stco = B.table("stco", [])
  }
}
