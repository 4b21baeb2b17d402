import Chatter
import Testing

@Suite struct AudioCodecTests {
  @Test("the text in the database does not change")
  func stable() {
    #expect(
      AudioCodec.allCases.map(\.rawValue) == ["aac-lc", "he-aac", "he-aac-v2", "alac", "opus"])
    #expect(AudioCodec(rawValue: "he-aac-v2") == .heAACv2)
  }
}
