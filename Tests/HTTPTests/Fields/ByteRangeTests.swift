import Testing

@testable import HTTP

struct ByteRangeTests {
  @Test(
    arguments: [
      ("bytes=0-1", .from(0, through: 1)), ("bytes=5-5", .from(5, through: 5)),
      ("bytes=500-", .from(500, through: nil)), ("bytes=-500", .suffix(500)),
      ("Bytes= 0-1 ", .from(0, through: 1)), ("bytes=-0", .suffix(0)),
      ("bytes=0-99999999999999999999", .from(0, through: .max)),
      ("bytes=99999999999999999999-", .from(.max, through: nil)),
    ] as [(String, ByteRange)])
  func parsesSingleRanges(value: String, range: ByteRange) {
    #expect(ByteRange(value) == range)
  }

  @Test(
    arguments: [
      "", "bytes", "bytes=", "bytes=-", "bytes=1", "bytes=2-1", "bytes=a-b", "bytes=+1-2",
      "bytes=0-1,2-3", "bytes=0-1;", "items=0-1", "bytes=0--1", "bytes= - ", "bytes=٣-",
    ])
  func ignoresAnythingElse(value: String) {
    #expect(ByteRange(value) == nil)
  }

  @Test func readsOneFieldOnly() {
    #expect(ByteRange([.range: "bytes=0-1"] as HeaderFields) == .from(0, through: 1))
    #expect(ByteRange(HeaderFields()) == nil)
    var twice: HeaderFields = [.range: "bytes=0-1"]
    twice.append(.range, "bytes=2-3")
    #expect(ByteRange(twice) == nil)
  }

  @Test(
    arguments: [
      (.from(0, through: 1), 10, .bytes(0..<2)), (.from(0, through: nil), 10, .bytes(0..<10)),
      (.from(9, through: .max), 10, .bytes(9..<10)), (.from(10, through: nil), 10, .unsatisfiable),
      (.from(0, through: 0), 0, .unsatisfiable), (.suffix(3), 10, .bytes(7..<10)),
      (.suffix(30), 10, .bytes(0..<10)), (.suffix(0), 10, .unsatisfiable),
      (.suffix(1), 0, .unsatisfiable),
    ] as [(ByteRange, Int, ByteRange.Part)])
  func findsItsPartOfARepresentation(range: ByteRange, count: Int, part: ByteRange.Part) {
    #expect(range.part(of: count) == part)
  }
}
