import Chatter

/// Files whose sample tables contradict each other or the file.
extension BrokenClip {
  private typealias B = BoxBuilder
  private static func code(_ name: String) -> FourCharacterCode { FourCharacterCode(name) }
  private static func missing(_ type: String) -> AudioClipError {
    .missing(code(type), parent: code("stbl"))
  }

  static let tables: [BrokenClip] = [
    BrokenClip("no stts", missing("stts")) { $0.stts = [] },
    BrokenClip("no stsc", missing("stsc")) { $0.stsc = [] },
    BrokenClip("no stsz", missing("stsz")) { $0.stsz = [] },
    BrokenClip("no stco", missing("stco")) { $0.stco = [] },
    BrokenClip("two stco", .repeated(code("stco"))) { $0.stco += $0.stco },
    BrokenClip("no samples", .noSamples) { empty(&$0) },
    BrokenClip("samples of no bytes", .noSamples) {
      $0.stsz = B.fullBox("stsz", B.u32(0), B.u32(4), B.zeros(16))
    },
    BrokenClip("samples that last no time", .noDuration) {
      $0.stts = B.table("stts", [[4, 0]])
    },
    BrokenClip("a recording of more than a day", .durationTooLong) {
      $0.stts = B.table("stts", [[4, 0xFFFF_FFFF]])
    },
    BrokenClip("an stts that counts too few", .sampleCountsDiffer(code("stts"))) {
      $0.stts = B.table("stts", [[3, 1024]])
    },
    BrokenClip("an stts that counts 2^32 samples", .sampleCountsDiffer(code("stts"))) {
      $0.stts = B.table("stts", [[0xFFFF_FFFF, 0xFFFF_FFFF]])
    },
    BrokenClip("an stts of more than 2^64 units", .numbersTooLarge(code("stts"))) {
      $0.stts = B.table("stts", Array(repeating: [0xFFFF_FFFF, 0xFFFF_FFFF], count: 2))
    },
    BrokenClip("an stts with fewer entries than it says", .malformed(code("stts"))) {
      $0.stts = B.table("stts", count: 2, [[4, 1024]])
    },
    BrokenClip("an stsz with fewer sizes than it says", .malformed(code("stsz"))) {
      $0.stsz = B.fullBox("stsz", B.u32(0), B.u32(0xFFFF_FFFF), B.zeros(16))
    },
    BrokenClip("an stz2 of 5 bits", .malformed(code("stz2"))) {
      $0.stsz = B.fullBox("stz2", B.u32(5), B.u32(4), B.zeros(4))
    },
    BrokenClip("an stz2 with fewer sizes than it says", .malformed(code("stz2"))) {
      $0.stsz = B.fullBox("stz2", B.u32(4), B.u32(5), B.zeros(2))
    },
    BrokenClip("4 billion samples of one byte", .sampleCountsDiffer(code("stts"))) {
      $0.stsz = B.fullBox("stsz", B.u32(1), B.u32(0xFFFF_FFFF))
    },
    BrokenClip("samples of 4 billion bytes", .samplesPastEnd) {
      $0.stsz = B.fullBox("stsz", B.u32(0xFFFF_FFFF), B.u32(4))
    },
    BrokenClip("chunks that hold fewer samples", .sampleCountsDiffer(code("stsc"))) {
      $0.stsc = B.table("stsc", [[1, 1, 1]])
    },
    BrokenClip("chunks that hold 4 billion samples", .sampleCountsDiffer(code("stsc"))) {
      $0.stsc = B.table("stsc", [[1, 0xFFFF_FFFF, 1]])
    },
    BrokenClip("an stsc that begins with chunk 2", .malformed(code("stsc"))) {
      $0.stsc = B.table("stsc", [[2, 4, 1]])
    },
    BrokenClip("an stsc that begins with chunk 0", .malformed(code("stsc"))) {
      $0.stsc = B.table("stsc", [[0, 2, 1]])
    },
    BrokenClip("an stsc that goes back", .malformed(code("stsc"))) {
      $0.stsc = B.table("stsc", [[1, 2, 1], [1, 2, 1]])
    },
    BrokenClip("an stsc of a chunk that does not exist", .malformed(code("stsc"))) {
      $0.stsc = B.table("stsc", [[1, 2, 1], [3, 2, 1]])
    },
    BrokenClip("an stsc of a description that does not exist", .malformed(code("stsc"))) {
      $0.stsc = B.table("stsc", [[1, 2, 2]])
    },
    BrokenClip("an stco with fewer offsets than it says", .malformed(code("stco"))) {
      $0.stco = B.table("stco", count: 3, [[32], [62]])
    },
    BrokenClip("a chunk at the end of 64 bits", .samplesPastEnd) {
      $0.stco = B.table("co64", count: 2, [[0, 32], [0xFFFF_FFFF, 0xFFFF_FFFF]])
    },
    BrokenClip("a chunk that runs out of the mdat", .samplesOutsideMediaData) {
      $0.stco = B.table("stco", [[32], [63]])
    },
    BrokenClip("an mdat that is shorter than its samples", .samplesOutsideMediaData) {
      $0.mediaData = B.box("mdat", B.zeros(99))
    },
    BrokenClip("an stts with far more entries than samples", .tooManyEntries(code("stts"))) {
      $0.stts = B.table("stts", [[4, 1024]] + Array(repeating: [0, 0], count: 68))
    },
    BrokenClip("an stco with far more chunks than samples", .tooManyEntries(code("stco"))) {
      $0.stsc = B.table("stsc", [[1, 4, 1], [2, 0, 1]])
      $0.stco = B.table("stco", Array(repeating: [HandMadeClip.mediaStart], count: 69))
    },
    BrokenClip("more samples than bytes of media", .tooManyEntries(code("stsz"))) {
      $0.stts = B.table("stts", [[101, 1024]])
      $0.stsc = B.table("stsc", [[1, 101, 1]])
      $0.stsz = B.fullBox(
        "stsz", B.u32(0), B.u32(101), [10, 20, 30, 40].flatMap { B.u32($0) }, B.zeros(97 * 4))
      $0.stco = B.table("stco", [[HandMadeClip.mediaStart]])
    },
    BrokenClip("an elst of 65 edits", .tooManyEntries(code("elst"))) {
      $0.edts = B.box("edts", B.table("elst", Array(repeating: [1, 0, 1 << 16], count: 65)))
    },
    BrokenClip("a ctts with far more entries than samples", .tooManyEntries(code("ctts"))) {
      $0.stco += B.table("ctts", Array(repeating: [0, 0], count: 520))
    },
    BrokenClip("no mdat", .samplesOutsideMediaData) { $0.mediaData = B.box("free", B.zeros(100)) },
  ]
}
