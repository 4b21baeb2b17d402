import TestSupport
import Testing

@testable import Chatter

struct Base64URLTests {
  @Test func encodesWithTheAlphabetForURLsAndWithoutPadding() {
    // RFC 7515 appendix C.
    #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
    #expect(Base64URL.encode([UInt8]()) == "")
  }

  @Test func decodesWhatItEncodes() {
    var random = SeededGenerator(state: 1)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64URL.decode(Base64URL.encode(bytes).utf8) == bytes)
    }
  }

  @Test(
    arguments: [
      "A", "AAAAA", "AA=", "AA==", "AAA=", "A-z_4ME=", "A+zA", "A/zA", "AA A", "AA\nA", "AAAA\n",
      "AB", "AAB", "AÄAA", "AA.A", "\0AAA", "=",
    ])
  func rejectsEveryOtherText(text: String) {
    #expect(Base64URL.decode(text.utf8) == nil)
  }

  @Test func hasOneTextForEachBytes() {
    // All texts of two and three characters: those that decode are those that encode gives.
    let alphabet = (0..<64).map { Base64URL.encode([UInt8($0 << 2)]).prefix(1) }
    for first in alphabet {
      for second in alphabet {
        let text = String(first + second)
        if let bytes = Base64URL.decode(text.utf8) { #expect(Base64URL.encode(bytes) == text) }
      }
    }
  }
}
