import Testing

@testable import Chatter

/// Formats recognised by their first bytes; `AudioClipRefusalTests` has real files of most.
struct ForeignFormatTests {
  static let starts: [([UInt8], ForeignFormat?)] = [
    ([], nil),
    ([0xFF], nil),
    ([0xFF, 0xFB], nil),
    ([0xFF, 0xFB, 0x90], .mp3),
    ([0xFF, 0xF3, 0x40], .mp3),
    ([0xFF, 0xFD, 0x90], .mp3),
    ([0xFF, 0xFB, 0xF0], nil),
    ([0xFF, 0xFB, 0x9C], nil),
    ([0xFF, 0xEB, 0x90], nil),
    ([0xFF, 0xF1, 0x4C], .adts),
    ([0xFF, 0xF9, 0x4C], .adts),
    ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0xFF, 0xFE, 0x61, 0x00], nil),
    (Array("RIFF\u{1}\0\0\0WAVEfmt ".utf8), .wav),
    (Array("RIFF\u{1}\0\0\0AVI ".utf8), .riff),
    (Array("RIFF".utf8), .riff),
    (Array("FORM\0\0\0\u{9}AIFC".utf8), .aiff),
    (Array("FORM\0\0\0\u{9}ILBM".utf8), nil),
    ([0x1A, 0x45, 0xDF, 0xA3], .matroska),
    ([0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x84] + Array("webm".utf8), .webM),
    (Array("#!AMR-WB\n".utf8), .amr),
    ([0x30, 0x26, 0xB2, 0x75, 0x8E], .asf),
    ([0x1F, 0x8B, 8], .gzip),
    (Array("PK\u{3}\u{4}".utf8), .zip),
    (Array("%PDF-1.7".utf8), .pdf),
    (Array(" \r\n\t[1]".utf8), .json),
    (Array("<?xml ".utf8), .markup),
    (Array("AAAAIGZ0eXBt".utf8), .base64),
    (Array("undefined".utf8), .text),
    (Array("   ".utf8), nil),
    (Array("caf\u{E9}".utf8), nil),
  ]

  @Test(arguments: starts)
  func recognisesFormatsByTheirStart(start: [UInt8], format: ForeignFormat?) {
    #expect(ForeignFormat(startOf: start) == format)
  }

  @Test func survivesEveryStartOfUpToThreeBytes() {
    for first in UInt8.min...UInt8.max {
      _ = ForeignFormat(startOf: [first])
      for second in UInt8.min...UInt8.max where first == 0xFF || second % 16 == 0 {
        _ = ForeignFormat(startOf: [first, second])
        _ = ForeignFormat(startOf: [first, second, first ^ second])
      }
    }
  }

  @Test func recognisesImagesByTheirBrand() {
    #expect(ForeignFormat(brand: FourCharacterCode("heic")) == .heif)
    #expect(ForeignFormat(brand: FourCharacterCode("avif")) == .heif)
    #expect(ForeignFormat(brand: FourCharacterCode("M4A ")) == nil)
  }

  @Test(
    arguments: [
      ("samr", .amrIn3GP), ("sawb", .amrIn3GP), (".mp3", .mp3InMP4), ("ac-3", .ac3), ("ec-3", .ac3),
      ("fLaC", .flacInMP4), ("sqcp", .speech), ("sowt", .pcm), ("alaw", .pcm), ("what", nil),
    ] as [(String, ForeignFormat?)])
  func recognisesCodecsBySampleEntry(type: String, format: ForeignFormat?) {
    #expect(ForeignFormat(sampleEntry: FourCharacterCode(type)) == format)
  }

  @Test(
    arguments: [
      (0x69, .mp3InMP4), (0x6B, .mp3InMP4), (0xA5, .ac3), (0xA6, .ac3), (0xDD, .vorbis),
      (0xA0, .speech), (0x20, nil),
    ] as [(UInt8, ForeignFormat?)])
  func recognisesCodecsByObjectType(number: UInt8, format: ForeignFormat?) {
    #expect(ForeignFormat(objectTypeIndication: number) == format)
  }

  @Test func saysWhatToDoInstead() {
    let refusals = ForeignFormat.allCases.map(\.refusal)
    #expect(refusals.allSatisfy { $0.contains(": record ") || $0.contains(": encode ") })
    #expect(Set(refusals).count == refusals.count)
  }
}
