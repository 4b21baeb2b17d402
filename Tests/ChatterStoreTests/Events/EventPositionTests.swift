import Postgres
import Testing

@testable import ChatterStore

struct EventPositionTests {
  private static let texts = [
    "a1-7:7:", "e-10:20:10,14", "e-10:20:10,14/14.5.1", "e-10:20:14/14.-3.0",
    "e-1:18446744073709551615:18446744073709551614/18446744073709551614.9223372036854775807.0",
  ]

  @Test(arguments: texts) func readsWhatItWrites(text: String) throws {
    // The first transaction in progress is the beginning of what is missing.
    let position = try #require(EventPosition(text: text))
    #expect(EventPosition(text: "\(position)") == position)
  }

  @Test(
    arguments: [
      "", "-", "e", "e-", "-7:7:", "e-7:7", "e-7:6:", "e-x:7:", "e-7:7:/", "e-7:9:7/7",
      "e-7:9:7/8.1.1",
      "e-7:9:7/7.1.2", "e-7:9:7/7.x.1", "e-7:9:7/7.1.1.1", "e-7:9:7/7.1.1/", "e-7:9:9",
      "e-7:9:7/99999999999999999999.1.1", "e-7:7:" + String(repeating: "0", count: 5_000),
    ])
  func refusesOtherTexts(text: String) {
    #expect(EventPosition(text: text) == nil)
  }

  @Test func readsOrRefusesEveryPrefix() {
    for text in Self.texts {
      for count in 0..<text.count {
        let prefix = String(text.prefix(count))
        guard let position = EventPosition(text: prefix) else { continue }
        #expect(EventPosition(text: "\(position)") == position, "\(prefix)")
      }
    }
  }

  @Test(
    arguments: [
      // Everything that was delivered is visible.
      ("7:7:", "7:7:", true), ("7:7:", "8:9:8", true), ("7:9:7", "7:9:7", true),
      ("7:9:7", "9:9:", true),
      // The other snapshot is older, or lacks one of the transactions.
      ("8:8:", "7:7:", false), ("7:9:7", "8:9:8", false), ("9:9:", "7:12:7", false),
    ])
  func isCoveredByASnapshotThatHasEverything(seen: String, other: String, isCovered: Bool) throws {
    let position = EventPosition(epoch: "e", seen: try #require(PostgresSnapshot(seen)))
    #expect(position.isCovered(by: try #require(PostgresSnapshot(other))) == isCovered)
  }

  @Test func completesAPartOnceAnotherTransactionFollows() throws {
    var position = try #require(EventPosition(text: "e-7:9:7,8/7.1.1"))
    let change = EventChange(
      transaction: PostgresTransactionID(8), place: EventPlace(sequence: 2, isChatt: true),
      content: .nothing)
    let horizon = try #require(PostgresSnapshot("9:9:"))
    position.advance(to: change, isLast: false, horizon: horizon)
    #expect("\(position)" == "e-8:9:8/8.2.1")
    position.advance(to: change, isLast: true, horizon: horizon)
    #expect("\(position)" == "e-9:9:")
  }

  @Test func isCoveredWithItsPartOnlyWhenTheTransactionIsVisible() throws {
    let position = try #require(EventPosition(text: "e-7:9:7/7.1.1"))
    #expect(!position.isCovered(by: try #require(PostgresSnapshot("7:9:7"))))
    #expect(position.isCovered(by: try #require(PostgresSnapshot("9:9:"))))
  }
}
