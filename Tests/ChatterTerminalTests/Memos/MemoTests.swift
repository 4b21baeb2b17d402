import Chatter
import Testing

@testable import ChatterTerminal

struct MemoTests {
  @Test func readsItsOwnNames() {
    for microseconds in [0, 1, 1_767_225_600_000_000, Timestamp.range.upperBound] {
      let id = MemoID(created: Timestamp(clamping: microseconds))
      #expect(MemoID(id.text) == id)
      #expect(id.created.microsecondsSince1970 == microseconds)
    }
    #expect(MemoID(created: Timestamp(clamping: -5)).created.microsecondsSince1970 == 0)
  }

  @Test(arguments: [
    "", "memo", "memo-", "memo-1", "memo-1-", "memo--1-1", "memo-1-1-1", "memo-01-1", "memo-+1-1",
    "memo-1-A", "memo-1-01", "memo-1-../x", "memo-253402300800000000-1", "memo-1-zzzzzzzzzzzzzz",
  ])
  func rejectsOtherNames(name: String) { #expect(MemoID(name) == nil) }

  @Test func choosesDifferentNamesForTheSameTime() {
    let time = Timestamp(clamping: 1)
    #expect(MemoID(created: time) != MemoID(created: time))
  }
}
