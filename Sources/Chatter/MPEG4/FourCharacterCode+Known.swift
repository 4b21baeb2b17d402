/// The codes known to the parser, under their own names.
extension FourCharacterCode {
  // The file.
  static let ftyp = FourCharacterCode("ftyp")
  static let moov = FourCharacterCode("moov")
  static let mdat = FourCharacterCode("mdat")
  static let moof = FourCharacterCode("moof")
  static let free = FourCharacterCode("free")
  static let skip = FourCharacterCode("skip")
  static let wide = FourCharacterCode("wide")

  /// Types of a first box that indicate a segment of a file, or an old QuickTime file.
  static let firstBoxesWithoutFileType: [FourCharacterCode] =
    ["moov", "mdat", "moof", "free", "skip", "wide", "styp", "sidx", "emsg", "pnot"]
    .map { FourCharacterCode($0) }

  // The movie.
  static let mvhd = FourCharacterCode("mvhd")
  static let mvex = FourCharacterCode("mvex")
  static let trex = FourCharacterCode("trex")
  static let trak = FourCharacterCode("trak")
  static let tkhd = FourCharacterCode("tkhd")
  static let edts = FourCharacterCode("edts")
  static let elst = FourCharacterCode("elst")
  static let mdia = FourCharacterCode("mdia")
  static let mdhd = FourCharacterCode("mdhd")
  static let hdlr = FourCharacterCode("hdlr")
  static let minf = FourCharacterCode("minf")
  static let dinf = FourCharacterCode("dinf")
  static let dref = FourCharacterCode("dref")

  // Handlers.
  static let soun = FourCharacterCode("soun")
  static let vide = FourCharacterCode("vide")
  static let auxv = FourCharacterCode("auxv")

  // The sample table.
  static let stbl = FourCharacterCode("stbl")
  static let stsd = FourCharacterCode("stsd")
  static let stts = FourCharacterCode("stts")
  static let stsc = FourCharacterCode("stsc")
  static let stsz = FourCharacterCode("stsz")
  static let stz2 = FourCharacterCode("stz2")
  static let stco = FourCharacterCode("stco")
  static let co64 = FourCharacterCode("co64")

  // Sample entries and their boxes.
  static let mp4a = FourCharacterCode("mp4a")
  static let alac = FourCharacterCode("alac")
  static let opus = FourCharacterCode("Opus")
  static let enca = FourCharacterCode("enca")
  static let drms = FourCharacterCode("drms")
  static let sinf = FourCharacterCode("sinf")
  static let esds = FourCharacterCode("esds")
  static let wave = FourCharacterCode("wave")
  static let dOps = FourCharacterCode("dOps")

  // Metadata.
  static let udta = FourCharacterCode("udta")
  static let meta = FourCharacterCode("meta")
  static let keys = FourCharacterCode("keys")
  static let ilst = FourCharacterCode("ilst")
  static let data = FourCharacterCode("data")
  static let name = FourCharacterCode("name")
  static let freeform = FourCharacterCode("----")
  static let uuid = FourCharacterCode("uuid")
  static let xmp = FourCharacterCode("XMP_")
  static let loci = FourCharacterCode("loci")
  /// `©xyz`, whose first character is one byte in Mac OS Roman.
  static let xyz = FourCharacterCode(rawValue: 0xA978_797A)

  // Fragments.
  static let traf = FourCharacterCode("traf")
  static let tfhd = FourCharacterCode("tfhd")
  static let trun = FourCharacterCode("trun")
}
