import Chatter
import TestSupport
import Testing

/// The message about a file of another kind names that kind.
struct AudioClipRefusalTests {
  @Test(.needs(.programs), arguments: Media.Foreign.allCases)
  func namesOtherKindsOfFiles(kind: Media.Foreign) throws {
    let file = try Media.foreign(kind)
    let error = #expect(throws: AudioClipError.self) { try AudioClip(bytes: file) }
    #expect(error?.description == message(kind))
  }

  @Test(
    .needs(.programs),
    arguments: [.mp3InMP4, .flacInMP4, .dolbyInMP4, .amrIn3GP, .pcmInQuickTime, .video]
      as [Media.Foreign])
  func namesTheSoundOfAFileWithReservedSpace(kind: Media.Foreign) throws {
    for byteCount in [65_536, 399_380, 4 << 20] {
      let reserved = Surgery.word(UInt32(byteCount)) + Array("free".utf8)
      let file = try Media.foreign(kind) + reserved + [UInt8](repeating: 7, count: byteCount - 8)
      let error = #expect(throws: AudioClipError.self) { try AudioClip(bytes: file) }
      #expect(error?.description == message(kind))
    }
  }

  private func message(_ kind: Media.Foreign) -> String {
    func other(_ name: String) -> String { "this is \(name), not m4a: record MPEG-4 AAC" }
    return switch kind {
    case .ogg: "this is Ogg, not m4a: record MPEG-4 AAC"
    case .caf: other("CAF")
    case .webM: other("WebM")
    case .matroska: other("Matroska")
    case .mp3, .mp3WithoutTag: other("MP3")
    case .wav: other("WAV")
    case .aiff: other("AIFF")
    case .flac: other("FLAC")
    case .adts: other("bare AAC (ADTS)")
    case .amr: other("AMR")
    case .amrIn3GP: other("AMR in 3GP")
    case .mp3InMP4: other("MP3 in MP4")
    case .flacInMP4: other("FLAC in MP4")
    case .dolbyInMP4: other("Dolby Digital in MP4")
    case .pcmInQuickTime: other("uncompressed PCM")
    case .video, .videoWithSound: "the file has a video track: send audio only"
    case .json: other("JSON")
    case .html: other("HTML or XML")
    case .text: other("text")
    case .base64: "the audio is base64 within base64: encode the m4a file once"
    case .jpeg: other("a JPEG image")
    case .png: other("a PNG image")
    case .heif: other("an HEIF image")
    }
  }
}
