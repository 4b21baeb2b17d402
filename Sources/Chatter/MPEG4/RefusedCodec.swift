/// A codec that MPEG-4 files can contain but that is not accepted.
public enum RefusedCodec: Sendable, Equatable {
  case amr
  case mp3
  case ac3
  case flac
  case vorbis
  case speech
  case pcm
  /// AAC of an audio object type other than LC, SBR and PS (ISO/IEC 14496-3, table 1.17).
  case aac(objectType: Int)
  /// An objectTypeIndication of `mp4a` (ISO/IEC 14496-1, table 5).
  case objectTypeIndication(UInt8)
  /// A sample entry of any other type.
  case sampleEntry(FourCharacterCode)

  /// The error message sent to the client.
  var refusal: String {
    switch self {
    case .amr: "this is AMR in 3GP, not m4a: record MPEG-4 AAC"
    case .mp3: "this is MP3 in MP4, not m4a: record MPEG-4 AAC"
    case .ac3: "this is Dolby Digital in MP4, not m4a: record MPEG-4 AAC"
    case .flac: "this is FLAC in MP4, not m4a: record MPEG-4 AAC"
    case .vorbis: "this is Vorbis in MP4, not m4a: record MPEG-4 AAC"
    case .speech: "this is a speech codec in 3GP, not m4a: record MPEG-4 AAC"
    case .pcm: "this is uncompressed PCM, not m4a: record MPEG-4 AAC"
    case .aac(let objectType):
      "this is AAC of object type \(objectType), which is not accepted: record AAC-LC"
    case .objectTypeIndication(let number):
      "the audio has MPEG-4 object type \(number), which is not accepted: record MPEG-4 AAC"
    case .sampleEntry(let type):
      "the audio codec\(type.description == "unprintable" ? "" : " '\(type)'")"
        + " is not accepted: record MPEG-4 AAC"
    }
  }

  /// Creates the codec for the type of a sample entry.
  init(sampleEntry type: FourCharacterCode) {
    self =
      switch type.description {
      case "samr", "sawb", "sawp": .amr
      case ".mp3": .mp3
      case "ac-3", "ec-3", "ac-4": .ac3
      case "fLaC": .flac
      case "sevc", "sqcp", "ssmv", "QDMC", "QDM2", "Qclp": .speech
      case "lpcm", "sowt", "twos", "raw ", "in24", "in32", "fl32", "fl64", "ipcm", "fpcm",
        "alaw", "ulaw", "ima4", "NONE":
        .pcm
      default: .sampleEntry(type)
      }
  }

  /// Creates the codec for an objectTypeIndication that is not AAC.
  init(objectTypeIndication number: UInt8) {
    self =
      switch number {
      case 0x69, 0x6B: .mp3
      case 0xA5, 0xA6: .ac3
      case 0xDD: .vorbis
      case 0xA0, 0xA1: .speech
      default: .objectTypeIndication(number)
      }
  }
}
