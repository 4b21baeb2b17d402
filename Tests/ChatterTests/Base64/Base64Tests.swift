import Testing

@testable import Chatter

@Suite("Base64: tables and counts")
struct Base64Tables {
  @Test("counts are those of whole groups of four")
  func counts() {
    #expect((0...7).map(Base64.encodedCount) == [0, 4, 4, 4, 8, 8, 8, 12])
  }

  @Test("the decoding table knows 64 bytes in each place")
  func table() {
    for place in 0..<4 {
      let part = Base64.groupTable[(place * 256)..<(place * 256 + 256)]
      #expect(part.filter { $0 != Base64.foreign }.count == 64)
      #expect(part.filter { $0 != Base64.foreign }.max() == 63 << UInt32(18 - 6 * place))
    }
  }
}
