import Chatter
import Testing

struct AudioFactsTests {
  @Test func keepsDatabaseTextOfCodecs() {
    #expect(
      AudioCodec.allCases.map(\.rawValue) == ["aac-lc", "he-aac", "he-aac-v2", "alac", "opus"])
    #expect(AudioCodec(rawValue: "he-aac-v2") == .heAACv2)
  }
}
