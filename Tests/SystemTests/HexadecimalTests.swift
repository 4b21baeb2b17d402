import System
import Testing

struct HexadecimalTests {
  @Test func hasTwoDigitsForEachByte() {
    #expect(UInt8(0).hexadecimal() == "00" && UInt8(0x0a).hexadecimal() == "0a")
    #expect(UInt8(0xab).hexadecimal(uppercase: true) == "AB")
    #expect(UInt16(0x20).hexadecimal() == "0020")
    #expect(UInt64(1).hexadecimal() == "0000000000000001")
    #expect(UInt64.max.hexadecimal() == "ffffffffffffffff")
  }

  @Test func escapesTheBytesOfOtherCharacters() {
    #expect("a B-._~/é%".percentEncoded() == "a%20B-._~%2F%C3%A9%25")
    #expect("/a b".percentEncoded(keeping: "/") == "/a%20b")
  }
}
