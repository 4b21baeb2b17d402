/// A small clip made by hand (`ftyp`, `mdat`, `moov`); every box can be replaced.
///
/// It has four samples of 10, 20, 30 and 40 bytes in two chunks, each 1024 units of 1/8000 s.
struct HandMadeClip {
  typealias B = BoxBuilder

  /// The offset of the media, after `ftyp` and the header of `mdat`.
  static let mediaStart = 32

  var fileType = B.box("ftyp", B.ascii("M4A "), B.u32(512), B.ascii("M4A isom"))
  var mediaData = B.box("mdat", [UInt8](repeating: 0xAB, count: 100))
  var mvhd = B.fullBox("mvhd", B.zeros(8), B.u32(1000), B.zeros(84))
  var tkhd = B.fullBox("tkhd", flags: 7, B.zeros(8), B.u32(1), B.zeros(68))
  var edts: [UInt8] = []
  var mdhd = B.fullBox("mdhd", B.zeros(8), B.u32(8000), B.zeros(8))
  var hdlr = handler("soun")
  var dref = B.fullBox("dref", B.u32(1), B.fullBox("url ", flags: 1))
  var stsd = descriptions([aac()])
  var stts = B.table("stts", [[4, 1024]])
  var stsc = B.table("stsc", [[1, 2, 1]])
  var stsz = B.fullBox("stsz", B.u32(0), B.u32(4), [10, 20, 30, 40].flatMap { B.u32($0) })
  var stco = B.table("stco", [[mediaStart], [mediaStart + 30]])
  /// Boxes at the end of `trak`.
  var trackBoxes: [UInt8] = []
  /// Boxes at the end of `moov`, such as `mvex` and other tracks.
  var movieBoxes: [UInt8] = []
  /// Boxes at the end of the file.
  var lastBoxes: [UInt8] = []

  var stbl: [UInt8] { B.box("stbl", stsd, stts, stsc, stsz, stco) }
  var minf: [UInt8] {
    B.box("minf", B.fullBox("smhd", B.zeros(4)), B.box("dinf", dref), stbl)
  }
  var trak: [UInt8] { B.box("trak", tkhd, edts, B.box("mdia", mdhd, hdlr, minf), trackBoxes) }
  var moov: [UInt8] { B.box("moov", mvhd, trak, movieBoxes) }
  var bytes: [UInt8] { fileType + mediaData + moov + lastBoxes }

  /// Returns the bytes of a clip after a change.
  static func bytes(_ change: (inout HandMadeClip) -> Void = { _ in }) -> [UInt8] {
    var clip = HandMadeClip()
    change(&clip)
    return clip.bytes
  }

  static func handler(_ type: String) -> [UInt8] {
    B.fullBox("hdlr", B.u32(0), B.ascii(type), B.zeros(13))
  }

  static func descriptions(_ entries: [[UInt8]], count: Int? = nil) -> [UInt8] {
    B.fullBox("stsd", B.u32(count ?? entries.count), Array(entries.joined()))
  }

  /// An audio sample entry of version 0, with boxes in it.
  static func entry(
    _ type: String, version: Int = 0, fields: [UInt8] = [], _ boxes: [UInt8]...
  ) -> [UInt8] {
    B.box(
      type, B.zeros(6), B.u16(1), B.u16(version), B.zeros(6), B.u16(1), B.u16(16), B.zeros(4),
      B.u32(8000 << 16), fields, Array(boxes.joined()))
  }

  /// AAC-LC, 8 kHz, mono: 00010 1011 0001 000.
  static let config: [UInt8] = [0x15, 0x88]

  static func aac(_ indication: UInt8 = 0x40, config: [UInt8]? = config) -> [UInt8] {
    entry("mp4a", esds(indication, config: config))
  }

  static func esds(_ indication: UInt8 = 0x40, config: [UInt8]? = config) -> [UInt8] {
    let info = config.map { descriptor(5, $0) } ?? []
    return B.fullBox(
      "esds",
      descriptor(3, B.u16(1) + [0] + descriptor(4, [indication] + B.zeros(12) + info)))
  }

  static func descriptor(_ tag: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [tag, 0x80, UInt8(payload.count)] + payload
  }

  static func alacCookie(bitDepth: UInt8 = 16, rate: Int = 44_100) -> [UInt8] {
    B.fullBox(
      "alac", B.u32(4096), [0, bitDepth, 40, 10, 14, 1], B.u16(255), B.zeros(8), B.u32(rate))
  }

  static func dOps(version: UInt8 = 0, channels: UInt8 = 1, family: [UInt8] = [0]) -> [UInt8] {
    B.box("dOps", [version, channels], B.u16(312), B.u32(44_100), B.u16(0), family)
  }
}
