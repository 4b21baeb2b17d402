import Testing

@testable import Chatter

@Suite struct RefusedCodecTests {
  @Test(
    arguments: [
      ("samr", .amr), ("sawb", .amr), (".mp3", .mp3), ("ac-3", .ac3), ("ec-3", .ac3),
      ("fLaC", .flac), ("sqcp", .speech), ("sowt", .pcm), ("alaw", .pcm),
      ("what", .sampleEntry(FourCharacterCode("what"))),
    ] as [(String, RefusedCodec)])
  func namesSampleEntries(type: String, codec: RefusedCodec) {
    #expect(RefusedCodec(sampleEntry: FourCharacterCode(type)) == codec)
  }

  @Test(
    arguments: [
      (0x69, .mp3), (0x6B, .mp3), (0xA5, .ac3), (0xA6, .ac3), (0xDD, .vorbis), (0xA0, .speech),
      (0x20, .objectTypeIndication(0x20)),
    ] as [(UInt8, RefusedCodec)])
  func namesObjectTypes(number: UInt8, codec: RefusedCodec) {
    #expect(RefusedCodec(objectTypeIndication: number) == codec)
  }

  @Test func saysWhatToRecordInstead() {
    let all: [RefusedCodec] = [
      .amr, .mp3, .ac3, .flac, .vorbis, .speech, .pcm, .aac(objectType: 42),
      .objectTypeIndication(1), .sampleEntry(FourCharacterCode("what")),
    ]
    #expect(all.allSatisfy { $0.refusal.contains(": record ") })
    #expect(Set(all.map(\.refusal)).count == all.count)
  }
}
