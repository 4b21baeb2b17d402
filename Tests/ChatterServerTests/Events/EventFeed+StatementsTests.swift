import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct EventFeedStatementsTests {
  private let database: TimelineDatabase
  private let reader: Reader

  init() async throws {
    database = try await TimelineDatabase()
    reader = Reader(database: database)
  }

  /// Reads a database as a server does.
  private struct Reader: Sendable {
    let database: TimelineDatabase

    func now() async throws -> EventPosition {
      let batch = try await database.withTimeline { timeline in
        let rows = try await timeline.pool.query(
          ListStatements.snapshot, until: .after(hangTimeout))
        return try EventBatch(rows, upTo: nil)
      }
      return EventPosition(epoch: batch.epoch, seen: batch.horizon)
    }

    func batch(
      since position: EventPosition, upTo horizon: PostgresSnapshot? = nil
    ) async throws -> EventBatch {
      try await database.withTimeline { timeline in
        let rows = try await timeline.pool.query(
          EventBatch.changes(since: position, upTo: horizon), until: .after(hangTimeout))
        return try EventBatch(rows, upTo: horizon)
      }
    }

    /// The number of chatts that the database sends for a batch.
    func sentCount(since position: EventPosition) async throws -> Int {
      try await database.withTimeline { timeline in
        let rows = try await timeline.pool.query(
          EventBatch.changes(since: position, upTo: nil), until: .after(hangTimeout))
        return rows.filter { !$0.isNull(at: EventBatch.Column.chatt) }.count
      }
    }

    /// Reads all events after a position, which moves; it becomes text after each batch.
    func events(
      since position: inout EventPosition, upTo horizon: PostgresSnapshot? = nil
    ) async throws -> [ReadEvent] {
      var events: [ReadEvent] = []
      while true {
        let batch = try await batch(since: position, upTo: horizon)
        #expect(batch.continues(position))
        events += batch.events(movingPast: &position).flatMap { ReadEvent.all(in: $0.bytes) }
        if batch.isComplete { return events }
        let last = try #require(events.last)
        position = try #require(EventPosition(text: last.id))
      }
    }
  }

  /// SQL that inserts chatts whose messages are numbers.
  private static func insert(_ first: Int, _ last: Int) -> String {
    """
    insert into chatts (id, username, message, created_at)
      select gen_random_uuid(), 'ann', number::text, now() from generate_series(\(first), \(last))
      as number;
    """
  }

  private static func messages(_ events: [ReadEvent]) -> [Int] {
    events.compactMap { event in
      event.data.firstRange(of: #""message":""#)
        .flatMap { Int(event.data[$0.upperBound...].prefix { $0 != "\"" }) }
    }
  }

  @Test func findsChattsAndRemovalsInOrder() async throws {
    try await database.run(Self.insert(1, 2))
    var position = try await reader.now()
    for number in 3...6 { try await database.run(Self.insert(number, number)) }
    try await database.run("delete from chatts where message in ('1', '5')")
    let removed = try await reader.events(since: &position)
    #expect(removed.map(\.name) == ["chatt", "chatt", "chatt", "delete", "delete"])
    #expect(Self.messages(removed) == [3, 4, 6])
    #expect(try await reader.events(since: &position) == [])
    // An edited chatt is announced again; a moved one, too.
    try await database.run("update chatts set message = '60' where message = '6'")
    try await database.run(
      "update chatts set sequence = (select max(sequence) + 1 from chatts) where message = '3'")
    #expect(Self.messages(try await reader.events(since: &position)) == [60, 3])
  }

  @Test func deliversLateCommitsOnce() async throws {
    let slow = try await OpenTransaction(on: database, Self.insert(1, 2))
    var position = try await reader.now()
    try await database.run(Self.insert(3, 3))
    let failing = try await OpenTransaction(on: database, Self.insert(4, 4))
    #expect(Self.messages(try await reader.events(since: &position)) == [3])
    try await database.run(Self.insert(5, 5))
    var other = try #require(EventPosition(text: "\(position)"))
    #expect(Self.messages(try await reader.events(since: &position)) == [5])
    try await slow.end("commit")
    try await failing.end("rollback")
    #expect(Self.messages(try await reader.events(since: &position)) == [1, 2])
    #expect(Self.messages(try await reader.events(since: &other)) == [1, 2, 5])
  }

  @Test func readsLongTransactionsInParts() async throws {
    var position = try await reader.now()
    let slow = try await OpenTransaction(on: database, Self.insert(1, 1_300))
    try await database.run(Self.insert(1_301, 1_302))
    #expect(Self.messages(try await reader.events(since: &position)) == [1_301, 1_302])
    try await slow.end("commit")
    let first = try await reader.batch(since: position)
    #expect(first.changes.count == EventBatch.rowsMax && !first.isComplete)
    #expect(Self.messages(try await reader.events(since: &position)) == Array(1...1_300))
    #expect(try await reader.events(since: &position) == [])
  }

  @Test func limitsTheBytesOfABatchButNotItsFirstRow() async throws {
    var position = try await reader.now()
    let size = 50_000
    try await database.run(
      """
      insert into chatts (id, username, message, created_at)
        select gen_random_uuid(), 'ann', repeat('x', \(size)), now() from generate_series(1, 9)
      """)
    let first = try await reader.batch(since: position)
    #expect(first.changes.count == EventBatch.bytesMax / size + 1 && !first.isComplete)
    #expect(try await reader.sentCount(since: position) == first.changes.count)
    #expect(try await reader.events(since: &position).count == 9)
  }

  @Test func readsUpToASnapshot() async throws {
    var position = try await reader.now()
    try await database.run(Self.insert(1, 2))
    let slow = try await OpenTransaction(on: database, Self.insert(3, 3))
    let horizon = try await reader.now().seen
    try await database.run(Self.insert(4, 4))
    try await slow.end("commit")
    #expect(Self.messages(try await reader.events(since: &position, upTo: horizon)) == [1, 2])
    #expect(position.seen == horizon)
    #expect(Self.messages(try await reader.events(since: &position)) == [3, 4])
  }

  @Test func findsGaps() async throws {
    try await database.run(Self.insert(1, 2))
    let position = try await reader.now()
    try await database.run(Self.insert(1, EventBatch.changesMax + 1))
    #expect(try await !reader.batch(since: position).continues(position))
    let later = try await reader.now()
    #expect(try await reader.batch(since: later).continues(later))
    try await database.run("truncate chatts")
    #expect(try await !reader.batch(since: later).continues(later))
  }
}
