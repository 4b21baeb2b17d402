import Chatter
import Testing

@Suite struct AudioFactsTests {
  @Test func distinguishesFactsInEveryProperty() {
    let facts = AudioFacts(
      duration: .seconds(1), codec: .alac, sampleRate: 44_100, channels: 2, byteCount: 9)
    var others = [AudioFacts](repeating: facts, count: 5)
    others[0].duration = .seconds(2)
    others[1].codec = .opus
    others[2].sampleRate = 48_000
    others[3].channels = 1
    others[4].byteCount = 10
    #expect(others.allSatisfy { $0 != facts })
  }

  @Test func keepsDatabaseTextOfCodecs() {
    #expect(
      AudioCodec.allCases.map(\.rawValue) == ["aac-lc", "he-aac", "he-aac-v2", "alac", "opus"])
    #expect(AudioCodec(rawValue: "he-aac-v2") == .heAACv2)
  }
}
