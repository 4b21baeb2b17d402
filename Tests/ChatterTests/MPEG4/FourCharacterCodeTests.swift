import Chatter
import Testing

struct FourCharacterCodeTests {
  @Test(arguments: ["moov", "M4A ", "ac-3", ".mp3", "a_+9"])
  func showsSafeCodes(name: String) {
    #expect(FourCharacterCode(name).description == name)
  }

  @Test(arguments: ["a\0bc", "<b> ", "a\"bc", "'; \t", "\u{7F}abc"])
  func hidesUnsafeCodes(name: String) {
    #expect(FourCharacterCode(name).description == "unprintable")
    #expect(
      AudioClipError.malformed(FourCharacterCode(name)).description
        == "the box with an unprintable type is malformed: the file is damaged")
  }

  @Test func showsOrHidesEveryByte() {
    for byte in 0...255 as ClosedRange<UInt32> {
      let text = FourCharacterCode(rawValue: byte << 24 | 0x61_6161).description
      #expect(text.utf8.allSatisfy { 0x20...0x7E ~= $0 })
    }
  }
}
