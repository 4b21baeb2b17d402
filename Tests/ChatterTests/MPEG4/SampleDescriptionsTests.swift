import Testing

@testable import Chatter

struct SampleDescriptionsTests {
  @Test func countsFromOneAndTakesTheFormatOfTheFirst() throws {
    let opus = HandMadeClip.entry("Opus", HandMadeClip.dOps())
    let bytes = HandMadeClip.descriptions([opus, HandMadeClip.aac()])
    let descriptions = try SampleDescriptions(Box.first(of: bytes), in: bytes)
    #expect(descriptions.format.codec == .opus)
    try descriptions.check(index: 1, from: .stsc)
    try descriptions.check(index: 2, from: .stsc)
    for index in [0, 3, .max] as [UInt32] {
      #expect(throws: AudioClipError.malformed(.stsc)) {
        try descriptions.check(index: index, from: .stsc)
      }
    }
  }
}
