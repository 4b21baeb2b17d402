/// Files that are not MPEG-4 audio, such as people send by mistake.
extension Media {
  public enum Foreign: String, CaseIterable, Sendable {
    case ogg, caf, webM, matroska, mp3, mp3WithoutTag, wav, aiff, flac, adts, amr
    case amrIn3GP, mp3InMP4, flacInMP4, dolbyInMP4, pcmInQuickTime, video, videoWithSound
    case json, html, text, base64, jpeg, png, heif
  }

  /// Returns a file of a kind; the same bytes for each call in one process.
  public static func foreign(_ kind: Foreign) throws -> [UInt8] {
    try cached("foreign \(kind.rawValue)") {
      if let handMade = handMade(kind) { return handMade }
      switch kind {
      case .amrIn3GP:
        // Debian's ffmpeg cannot encode AMR, so the sample entry of another 3GP file is changed to
        // AMR.
        let file = try encode(["-c:a", "aac", "-ar", "8000"], muxer: "3gp", seconds: 0.2)
        return Surgery.changing(["moov", "trak", "mdia", "minf", "stbl", "stsd"], in: file) {
          Array($0[..<20]) + Array("samr".utf8) + $0[24...]
        }
      default:
        let (arguments, muxer) = arguments(kind)
        return try encode(arguments, muxer: muxer, seconds: 0.2)
      }
    }
  }

  private static func arguments(_ kind: Foreign) -> ([String], muxer: String) {
    let video = ["-f", "lavfi", "-i", "color=size=64x64:rate=10:duration=0.2", "-c:v", "mpeg4"]
    return switch kind {
    case .ogg: (["-c:a", "libopus"], "ogg")
    case .caf: (["-c:a", "pcm_s16le"], "caf")
    case .webM: (["-c:a", "libopus"], "webm")
    case .matroska: (["-c:a", "libopus"], "matroska")
    case .mp3: (["-c:a", "libmp3lame"], "mp3")
    case .mp3WithoutTag: (["-c:a", "libmp3lame", "-id3v2_version", "0"], "mp3")
    case .aiff: (["-c:a", "pcm_s16be"], "aiff")
    case .flac: (["-c:a", "flac"], "flac")
    case .adts: (["-c:a", "aac"], "adts")
    case .mp3InMP4: (["-c:a", "libmp3lame", "-ar", "44100"], "mp4")
    case .flacInMP4: (["-c:a", "flac", "-strict", "-2"], "mp4")
    case .dolbyInMP4: (["-c:a", "ac3"], "mp4")
    case .pcmInQuickTime: (["-c:a", "pcm_s16le"], "mov")
    case .video: (video + ["-map", "1:v"], "mp4")
    case .videoWithSound: (video + ["-map", "0:a", "-map", "1:v", "-c:a", "aac"], "mp4")
    default: (["-c:a", "pcm_s16le"], "wav")
    }
  }

  private static func handMade(_ kind: Foreign) -> [UInt8]? {
    switch kind {
    case .amr: Array("#!AMR\n".utf8) + [0x3C] + [UInt8](repeating: 0x5A, count: 31)
    case .json: Array(#"{"audio": null}"#.utf8)
    case .html: Array("<!DOCTYPE html>\n<html></html>\n".utf8)
    case .text: Array("no audio today\n".utf8)
    case .base64: Array("AAAAHGZ0eXBNNEEgAAACAE00QSBpc29taXNvMg==".utf8)
    case .jpeg: [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8)
    case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    case .heif: Surgery.word(16) + Array("ftypheic".utf8) + Surgery.word(0)
    default: nil
    }
  }
}
