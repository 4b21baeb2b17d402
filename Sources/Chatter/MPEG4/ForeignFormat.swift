/// A format other than m4a: of a file, recognised by its first bytes, or of the audio in MPEG-4.
public enum ForeignFormat: String, Sendable, CaseIterable {
  case ogg = "Ogg"
  case caf = "CAF"
  case webM = "WebM"
  case matroska = "Matroska"
  case mp3 = "MP3"
  case wav = "WAV"
  case riff = "RIFF"
  case aiff = "AIFF"
  case flac = "FLAC"
  case adts = "bare AAC (ADTS)"
  case amr = "AMR"
  case asf = "Windows Media"
  case heif = "an HEIF image"
  case jpeg = "a JPEG image"
  case png = "a PNG image"
  case gif = "a GIF image"
  case pdf = "PDF"
  case zip = "ZIP"
  case gzip = "gzip"
  case json = "JSON"
  case markup = "HTML or XML"
  case base64 = "base64"
  case text = "text"
  case amrIn3GP = "AMR in 3GP"
  case mp3InMP4 = "MP3 in MP4"
  case ac3 = "Dolby Digital in MP4"
  case flacInMP4 = "FLAC in MP4"
  case vorbis = "Vorbis in MP4"
  case speech = "a speech codec in 3GP"
  case pcm = "uncompressed PCM"

  /// The error message sent to the client.
  var refusal: String {
    switch self {
    case .base64: "the audio is base64 within base64: encode the m4a file once"
    default: "this is \(rawValue), not m4a: record MPEG-4 AAC"
    }
  }

  /// Recognises a format; nil if the start of the file matches none.
  init?(startOf file: [UInt8]) {
    let start = Array(file.prefix(MPEG4Limits.signatureBytesMax))
    let found =
      Self.signature(of: start) ?? Self.container(start) ?? Self.audioFrame(start)
      ?? Self.text(start)
    guard let found else { return nil }
    self = found
  }

  /// Whether this is a file of sound.
  var isSound: Bool {
    switch self {
    case .ogg, .caf, .webM, .matroska, .mp3, .wav, .aiff, .flac, .adts, .amr, .asf: true
    default: false
    }
  }

  /// Recognises images in the ISO base media format, by the major brand of their `ftyp`.
  init?(brand: FourCharacterCode) {
    switch brand.description {
    case "heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis": self = .heif
    default: return nil
    }
  }

  /// Recognises a codec by the type of its sample entry.
  init?(sampleEntry type: FourCharacterCode) {
    switch type.description {
    case "samr", "sawb", "sawp": self = .amrIn3GP
    case ".mp3": self = .mp3InMP4
    case "ac-3", "ec-3", "ac-4": self = .ac3
    case "fLaC": self = .flacInMP4
    case "sevc", "sqcp", "ssmv", "QDMC", "QDM2", "Qclp": self = .speech
    case "lpcm", "sowt", "twos", "raw ", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm", "alaw",
      "ulaw", "ima4", "NONE":
      self = .pcm
    default: return nil
    }
  }

  /// Recognises a codec by its objectTypeIndication (ISO/IEC 14496-1, table 5).
  init?(objectTypeIndication number: UInt8) {
    switch number {
    case 0x69, 0x6B: self = .mp3InMP4
    case 0xA5, 0xA6: self = .ac3
    case 0xDD: self = .vorbis
    case 0xA0, 0xA1: self = .speech
    default: return nil
    }
  }

  private static let signatures: [(ForeignFormat, [UInt8])] = [
    (.ogg, Array("OggS".utf8)), (.caf, Array("caff".utf8)), (.mp3, Array("ID3".utf8)),
    (.flac, Array("fLaC".utf8)), (.amr, Array("#!AMR".utf8)), (.wav, Array("RF64".utf8)),
    (.asf, [0x30, 0x26, 0xB2, 0x75]), (.jpeg, [0xFF, 0xD8, 0xFF]),
    (.png, [0x89, 0x50, 0x4E, 0x47]), (.gif, Array("GIF8".utf8)), (.pdf, Array("%PDF".utf8)),
    (.zip, [0x50, 0x4B, 0x03, 0x04]), (.gzip, [0x1F, 0x8B]),
  ]

  private static func signature(of start: [UInt8]) -> ForeignFormat? {
    signatures.first { start.starts(with: $0.1) }?.0
  }

  /// Recognises formats that state their kind after the signature: RIFF, IFF and EBML.
  private static func container(_ start: [UInt8]) -> ForeignFormat? {
    let form = start.dropFirst(8).prefix(4)
    if start.starts(with: "RIFF".utf8) {
      return form.elementsEqual("WAVE".utf8) ? .wav : .riff
    }
    if start.starts(with: "FORM".utf8), form.starts(with: "AIF".utf8) { return .aiff }
    guard start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
    let isWebM = start.indices.contains { start[$0...].starts(with: "webm".utf8) }
    return isWebM ? .webM : .matroska
  }

  /// Recognises the frame header of MPEG audio (ISO/IEC 11172-3, 2.4.1.3) or of ADTS (14496-3,
  /// 1.A.2.2).
  private static func audioFrame(_ start: [UInt8]) -> ForeignFormat? {
    guard start.count >= 3, start[0] == 0xFF else { return nil }
    if start[1] & 0xF6 == 0xF0 { return .adts }
    let layer = start[1] >> 1 & 3
    let isFrame =
      start[1] & 0xE0 == 0xE0 && start[1] >> 3 & 3 != 1 && (layer == 1 || layer == 2)
      && start[2] >> 4 != 15 && start[2] >> 2 & 3 != 3
    return isFrame ? .mp3 : nil
  }

  private static func text(_ start: [UInt8]) -> ForeignFormat? {
    guard let first = start.first(where: { !isSpace($0) }),
      start.allSatisfy({ isSpace($0) || 0x21...0x7E ~= $0 })
    else { return nil }
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    case UInt8(ascii: "<"): return .markup
    // The base64 of any file whose first box is smaller than 16 MiB starts with AAAA.
    default: return start.starts(with: "AAAA".utf8) ? .base64 : .text
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
