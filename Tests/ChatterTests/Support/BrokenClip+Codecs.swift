import Chatter

/// Files whose sample descriptions are wrong or of other codecs.
extension BrokenClip {
  private typealias B = BoxBuilder
  private typealias C = HandMadeClip
  private static func code(_ name: String) -> FourCharacterCode { FourCharacterCode(name) }

  /// A clip with this sample entry.
  private init(_ name: String, _ error: AudioClipError, entry: [UInt8]) {
    self.init(name, error) { $0.stsd = C.descriptions([entry]) }
  }

  static let codecs: [BrokenClip] = [
    BrokenClip("no stsd", .missing(code("stsd"), parent: code("stbl"))) { $0.stsd = [] },
    BrokenClip("an empty stsd", .malformed(code("stsd"))) { $0.stsd = C.descriptions([]) },
    BrokenClip("an stsd that counts too many", .malformed(code("stsd"))) {
      $0.stsd = C.descriptions([C.aac()], count: 2)
    },
    BrokenClip("17 sample entries", .malformed(code("stsd"))) {
      $0.stsd = C.descriptions(Array(repeating: C.aac(), count: 17))
    },
    BrokenClip("encrypted audio", .encrypted, entry: C.entry("enca", C.esds())),
    BrokenClip("FairPlay audio", .encrypted, entry: C.entry("drms", C.esds())),
    BrokenClip("a protection scheme", .encrypted, entry: C.entry("mp4a", C.esds(), B.box("sinf"))),
    BrokenClip(
      "an unknown codec", .codecNotAccepted(code("what")), entry: C.entry("what")),
    BrokenClip(
      "an unprintable codec", .codecNotAccepted(code("ms\0U")),
      entry: C.entry("ms\0U")),
    BrokenClip("AMR narrow band", .foreign(.amrIn3GP), entry: C.entry("samr")),
    BrokenClip("MP3 by object type", .foreign(.mp3InMP4), entry: C.aac(0x6B)),
    BrokenClip(
      "an unknown object type", .objectTypeNotAccepted(0x20),
      entry: C.aac(0x20)),
    BrokenClip("no esds", .missing(code("esds"), parent: code("mp4a")), entry: C.entry("mp4a")),
    BrokenClip("no config", .malformed(code("esds")), entry: C.aac(config: nil)),
    BrokenClip("a config of one byte", .malformed(code("esds")), entry: C.aac(config: [0x15])),
    BrokenClip(
      "AAC Main", .aacNotAccepted(objectType: 1), entry: C.aac(config: [0x0D, 0x88])),
    BrokenClip(
      "a rate of 1 Hz", .formatNotAccepted(code("esds")),
      entry: C.aac(config: [0x17, 0x80, 0x00, 0x00, 0x88])),
    BrokenClip("an esds of an unknown shape", .malformed(code("esds")), entry: wrongTag),
    BrokenClip("a descriptor that leaves its parent", .malformed(code("esds")), entry: wideTag),
    BrokenClip("a descriptor length of five bytes", .malformed(code("esds")), entry: longTag),
    BrokenClip(
      "an entry too short for its fields", .malformed(code("mp4a")),
      entry: B.box("mp4a", B.zeros(20))),
    BrokenClip(
      "an entry of version 3", .malformed(code("mp4a")),
      entry: C.entry("mp4a", version: 3, C.esds())),
    BrokenClip(
      "an entry of version 1 without its fields", .malformed(code("mp4a")),
      entry: C.entry("mp4a", version: 1)),
    BrokenClip("a data reference that does not exist", .malformed(code("dref"))) {
      $0.dref = B.fullBox("dref", B.u32(1), B.fullBox("url ", flags: 1))
      $0.stsd = C.descriptions([C.aac().replacing(at: 14, with: [0, 2])])
    },
    BrokenClip(
      "no alac cookie", .missing(code("alac"), parent: code("alac")), entry: C.entry("alac")),
    BrokenClip(
      "ALAC of 17 bits", .formatNotAccepted(code("alac")),
      entry: C.entry("alac", C.alacCookie(bitDepth: 17))),
    BrokenClip("no dOps", .missing(code("dOps"), parent: code("Opus")), entry: C.entry("Opus")),
    BrokenClip(
      "Opus of version 1", .formatNotAccepted(code("dOps")),
      entry: C.entry("Opus", C.dOps(version: 1))),
    BrokenClip(
      "Opus of 3 channels in family 0", .formatNotAccepted(code("dOps")),
      entry: C.entry("Opus", C.dOps(channels: 3))),
    BrokenClip(
      "Opus whose mapping is cut", .malformed(code("dOps")),
      entry: C.entry("Opus", C.dOps(channels: 3, family: [1, 2, 1, 0]))),
  ]

  private static let wrongTag = C.entry("mp4a", B.fullBox("esds", C.descriptor(4, B.zeros(30))))
  private static let wideTag = C.entry("mp4a", B.fullBox("esds", [3, 0x7F] + B.zeros(30)))
  private static let longTag = C.entry(
    "mp4a", B.fullBox("esds", [3, 0x80, 0x80, 0x80, 0x80, 5] + B.zeros(30)))
}

extension [UInt8] {
  /// Returns the bytes with some of them replaced.
  func replacing(at offset: Int, with bytes: [UInt8]) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(offset..<(offset + bytes.count), with: bytes)
    return copy
  }
}
