import Postgres
import Testing

struct PostgresSnapshotTests {
  @Test func parsesTheTextForm() throws {
    let snapshot = try #require(PostgresSnapshot("10:20:10,14,15"))
    #expect(snapshot.xmin.number == 10 && snapshot.xmax.number == 20)
    #expect(snapshot.inProgress.map(\.number) == [10, 14, 15])
    let quiet = try #require(PostgresSnapshot("7:7:"))
    #expect(quiet.xmin == quiet.xmax && quiet.inProgress == [])
    let largest = try #require(PostgresSnapshot("1:18446744073709551615:18446744073709551614"))
    #expect(largest.inProgress.map(\.number) == [.max - 1])
  }

  @Test(
    arguments: [
      "", ":", "::", "1:2", "1:2:3:4", "2:1:", "a:2:", "1:b:", "1:2:x", "-1:2:", "10:20:9",
      "10:20:20", "1:18446744073709551616:", " 1:2:", "1:2: ",
    ])
  func rejectsOtherTexts(text: String) {
    #expect(PostgresSnapshot(text) == nil)
  }

  @Test func seesWhatWasCommitted() throws {
    let snapshot = try #require(PostgresSnapshot("10:14:10,12"))
    let seen = (9...15).filter { snapshot.sees(PostgresTransactionID($0)) }
    #expect(seen == [9, 11, 13])
  }

  @Test(arguments: ["10:20:10,14,15", "7:7:", "10:12:10"])
  func writesTheTextForm(text: String) throws {
    let snapshot = try #require(PostgresSnapshot(text))
    #expect(snapshot.description == text)
    #expect(PostgresSnapshot(before: snapshot.xmax, except: snapshot.inProgress) == snapshot)
  }

  @Test func ordersSnapshotsOfOneServer() throws {
    let inOrder = [
      "10:10:", "10:11:10", "10:12:10,11", "10:12:10", "12:12:", "12:15:12,13", "12:15:12",
      "12:16:12", "16:16:",
    ]
    for (earlier, first) in inOrder.enumerated() {
      for (later, second) in inOrder.enumerated() {
        let (one, other) = try (
          #require(PostgresSnapshot(first)), #require(PostgresSnapshot(second))
        )
        #expect(one.isLater(than: other) == (earlier > later), "\(first) and \(second)")
      }
    }
  }
}
