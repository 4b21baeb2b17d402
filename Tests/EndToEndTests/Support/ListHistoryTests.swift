import TestSupport
import Testing

struct ListHistoryTests {
  private func rows(_ ids: String) -> [[String?]] {
    ids.map { ["ada", "hello", "\($0)", "time"] }
  }

  /// Returns the findings when one list is requested after another one was read.
  private func findings(_ first: String, then second: String) -> [String] {
    let history = ListHistory()
    history.read(rows(first), after: history.begin(), from: "one")
    history.read(rows(second), after: history.begin(), from: "two")
    return history.findings
  }

  @Test(arguments: [("", ""), ("", "ba"), ("ba", "ba"), ("ba", "dbca")])
  func acceptsListsThatGrowAnywhere(first: String, second: String) {
    #expect(findings(first, then: second) == [])
  }

  @Test func findsMissingMovedAndDuplicateRows() {
    #expect(findings("ba", then: "b") == ["two, read 2: row 1 of 2, a, has gone"])
    #expect(findings("ba", then: "ab") == ["two, read 2: row 1 of 2, a, has changed its place"])
    #expect(findings("ba", then: "bab") == ["two, read 2: a row is there twice"])
  }

  @Test func comparesOnlyListsRequestedAfterAnother() {
    let history = ListHistory()
    let (one, two) = (history.begin(), history.begin())
    history.read(rows("ba"), after: one, from: "one")
    history.read(rows("a"), after: two, from: "two")
    #expect(history.findings == [])
    #expect(history.begin() == ["b", "a"])
    #expect(history.readCount == 2)
  }

  @Test func expectsNothingAfterClear() {
    let history = ListHistory()
    history.read(rows("ba"), after: [], from: "one")
    history.clear()
    #expect(history.begin() == [])
  }

  @Test func repeatsRandomNumbersForTheSameSeed() {
    func numbers(_ seed: UInt64) -> [UInt64] {
      var chance = SeededGenerator(state: seed)
      return (0..<4).map { _ in chance.next() }
    }
    #expect(numbers(1) == numbers(1))
    #expect(numbers(1) != numbers(2))
    var chance = SeededGenerator(state: 1)
    let delays = (0..<100).map { _ in chance.delay(within: .seconds(1)) }
    #expect(delays.allSatisfy { .zero <= $0 && $0 < .seconds(1) })
    #expect(Set(delays).count > 90)
  }
}
