import Testing

@testable import Crypto

struct HMACSHA256Tests {
  @Test func computesTheCodesOfTheRFC() {
    // RFC 4231 sections 4.2 and 4.3.
    let first = HMACSHA256.code(
      of: Array("Hi There".utf8), with: Array(repeating: 0x0B, count: 20))
    #expect(first?.prefix(4) == [0xB0, 0x34, 0x4C, 0x61] && first?.last == 0xF7)
    let second = HMACSHA256.code(
      of: Array("what do ya want for nothing?".utf8), with: Array("Jefe".utf8))
    #expect(second?.prefix(4) == [0x5B, 0xDC, 0xC1, 0x46] && second?.last == 0x43)
  }

  @Test func comparesCodes() {
    #expect(HMACSHA256.areEqual([1, 2], [1, 2]) && HMACSHA256.areEqual([], []))
    #expect(!HMACSHA256.areEqual([1, 2], [1, 3]) && !HMACSHA256.areEqual([1, 2], [1]))
  }
}
