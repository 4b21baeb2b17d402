import Chatter

/// Invalid fragmented files.
extension BrokenClip {
  private typealias B = BoxBuilder
  private typealias F = HandMadeFragments
  private static func code(_ name: String) -> FourCharacterCode { FourCharacterCode(name) }

  static let fragments: [BrokenClip] = [
    BrokenClip(fragmented: "no fragment", .noSamples) { $0.fragments = 0 },
    BrokenClip(fragmented: "no mvex", .missing(code("mvex"), parent: code("moov"))) {
      $0.hasMovieExtends = false
    },
    BrokenClip(fragmented: "two mvex", .repeated(code("mvex"))) {
      $0.movieBoxes = B.box("mvex", $0.trex)
    },
    BrokenClip(fragmented: "no trex", .unknownTrack) { $0.trex = [] },
    BrokenClip(fragmented: "two trex", .repeated(code("trex"))) { $0.trex += $0.trex },
    BrokenClip(fragmented: "a trex of no track", .unknownTrack) {
      $0.trex = F.trex(track: 2, units: 1, byteCount: 1)
    },
    BrokenClip(fragmented: "a cut trex", .malformed(code("trex"))) {
      $0.trex = B.fullBox("trex", B.u32(1), B.u32(1))
    },
    BrokenClip(fragmented: "a fragment of no track", .unknownTrack) { $0.tfhd.track = 7 },
    BrokenClip(fragmented: "a cut tfhd", .malformed(code("tfhd"))) {
      $0.tfhd = (0x2_0018, 1, B.u32(1024))
    },
    BrokenClip(fragmented: "description 0", .malformed(code("tfhd"))) {
      $0.tfhd = (0x2_0002, 1, B.u32(0))
    },
    BrokenClip(fragmented: "no run", .noSamples) { $0.runs = [] },
    BrokenClip(fragmented: "a run of no samples", .noSamples) {
      $0.runs = [F.trun(flags: 0, count: 0)]
    },
    BrokenClip(fragmented: "4 billion samples in one run", .samplesPastEnd) {
      $0.runs = [F.trun(flags: 0, count: 0xFFFF_FFFF, offset: 0)]
    },
    BrokenClip(fragmented: "runs of more than 2^64 bytes", .samplesPastEnd) {
      $0.tfhd = (0x2_0010, 1, B.u32(0xFFFF_FFFF))
      $0.runs = [F.trun(flags: 0, count: 0xFFFF_FFFF, offset: 0x7FFF_FFFF)]
    },
    BrokenClip(fragmented: "more samples than fields", .malformed(code("trun"))) {
      $0.runs = [F.trun(flags: 0x300, count: 0xFFFF_FFFF, offset: 0, B.zeros(24))]
    },
    BrokenClip(fragmented: "a run without its count", .malformed(code("trun"))) {
      $0.runs = [B.fullBox("trun")]
    },
    BrokenClip(fragmented: "a run before the file", .numbersTooLarge(code("trun"))) {
      $0.runs = [F.trun(flags: 0, count: 3, offset: -0x8000_0000)]
    },
    BrokenClip(fragmented: "a run in the moof", .samplesOutsideMediaData) {
      $0.runs = [F.trun(flags: 0, count: 3, offset: 8)]
    },
    BrokenClip(fragmented: "a run past its mdat", .samplesPastEnd) {
      $0.media = B.zeros(59)
    },
    BrokenClip(fragmented: "a base at the end of 64 bits", .numbersTooLarge(code("trun"))) {
      $0.tfhd = (0x1, 1, B.u64(.max))
    },
    BrokenClip(fragmented: "a base past the end", .samplesPastEnd) {
      $0.tfhd = (0x1, 1, B.u64(1 << 40))
    },
    BrokenClip(fragmented: "runs that last no time", .noDuration) {
      $0.trex = F.trex(track: 1, units: 0, byteCount: 20)
    },
    BrokenClip(fragmented: "runs of more than a day", .durationTooLong) {
      $0.trex = F.trex(track: 1, units: 0xFFFF_FFFF, byteCount: 20)
    },
    BrokenClip(fragmented: "samples of no bytes in runs", .noSamples) {
      $0.trex = F.trex(track: 1, units: 1024, byteCount: 0)
    },
    BrokenClip(
      fragmented: "runs of more than 2^64 units", .numbersTooLarge(code("trun"))
    ) {
      $0.tfhd = (0x2_0018, 1, B.u32(0xFFFF_FFFF) + B.u32(0))
      $0.runs = Array(repeating: F.trun(flags: 0, count: 0xFFFF_FFFF), count: 2)
    },
  ]
}
