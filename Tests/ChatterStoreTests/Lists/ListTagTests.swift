import Chatter
import Postgres
import Testing

@testable import ChatterStore

struct ListTagTests {
  private func tag(
    _ high: UInt64, _ low: UInt64, _ transaction: UInt64, _ prefix: String = "",
    clipBytes: Int? = nil
  ) -> ListTag {
    ListTag(
      id: ChattID(high: high, low: low), transaction: PostgresTransactionID(transaction),
      prefix: Array(prefix.utf8), clipBytes: clipBytes)
  }

  @Test func doesNotDependOnTheOrderOfRows() {
    let (one, two, three) = (tag(1, 2, 3), tag(1, 3, 3), tag(1, 2, 4))
    #expect(one + two + three == three + (two + one))
    #expect(one + two - one == two)
    #expect(one - one == .empty && ListTag.empty.text == String(repeating: "0", count: 32))
  }

  @Test func dependsOnEachBitOfIdAndTransaction() {
    var texts: Set<String> = []
    for shift in 0..<64 as Range<UInt64> {
      texts.insert(tag(1 << shift, 0, 0).text)
      texts.insert(tag(0, 1 << shift, 0).text)
      texts.insert(tag(0, 0, 1 << shift).text)
    }
    #expect(texts.count == 192 && texts.allSatisfy { $0.count == 32 })
    #expect(Set(texts.map { $0.prefix(16) }).count == 192)
    #expect(Set(texts.map { $0.suffix(16) }).count == 192)
  }

  @Test func dependsOnTheDataOfTheRow() {
    let tags = [
      tag(1, 2, 3), tag(1, 2, 3, "a"), tag(1, 2, 3, "b"), tag(1, 2, 3, "ab"), tag(1, 2, 3, "ba"),
      tag(1, 2, 3, "a", clipBytes: 0), tag(1, 2, 3, "a", clipBytes: 1),
    ]
    #expect(Set(tags.map { $0.text.prefix(16) }).count == tags.count)
    #expect(Set(tags.map { $0.text.suffix(16) }).count == tags.count)
  }

  @Test func differsBetweenSumsOfSimilarRows() {
    var seen: Set<String> = []
    for id in 0..<100 as Range<UInt64> {
      for transaction in 0..<100 as Range<UInt64> {
        seen.insert((tag(7, id, transaction) + tag(7, transaction, id)).text)
      }
    }
    // Both orders of the two rows have the same sum.
    #expect(seen.count == 100 * 101 / 2)
  }
}
