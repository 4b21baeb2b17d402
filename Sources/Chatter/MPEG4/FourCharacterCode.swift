/// The four-character code of a box, a sample entry, a handler or a brand (ISO/IEC 14496-12, 4.2).
public struct FourCharacterCode: Sendable, Hashable {
  /// Its four bytes as a number, the first one most significant.
  public let rawValue: UInt32

  /// Creates a code from that number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates a code from four ASCII characters.
  public init(_ name: String) {
    rawValue = name.utf8.reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension FourCharacterCode: CustomStringConvertible {
  /// The four characters if all of them are safe to display, otherwise "unprintable".
  ///
  /// A code comes from the client: only letters, digits and a few punctuation characters are
  /// echoed.
  public var description: String {
    var text = ""
    for shift in [24, 16, 8, 0] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: " "):
        text.unicodeScalars.append(UnicodeScalar(byte))
      default: return "unprintable"
      }
    }
    return text
  }

  /// The name of a box of this type in a message: "'stsz' box".
  var boxName: String {
    let name = description
    return name == "unprintable" ? "box with an unprintable type" : "'\(name)' box"
  }
}

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
  static let tref = FourCharacterCode("tref")
  static let chap = FourCharacterCode("chap")
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
  static let ilst = FourCharacterCode("ilst")
  static let name = FourCharacterCode("name")
  static let transcript = FourCharacterCode("tsrp")
  static let freeform = FourCharacterCode("----")

  // Fragments.
  static let traf = FourCharacterCode("traf")
  static let tfdt = FourCharacterCode("tfdt")
  static let tfhd = FourCharacterCode("tfhd")
  static let trun = FourCharacterCode("trun")
}
