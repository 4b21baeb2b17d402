import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct RetentionStatementsTests {
  /// The bytes that each chatt of these tests counts.
  private static let chattBytes = 10_000 + RetentionLimits.rowBytes

  private static func chatt(_ number: Int) -> NewChatt {
    let name = "user\(1000 + number)"
    return NewChatt(
      username: name, message: String(repeating: "m", count: 10_000 - name.utf8.count))
  }

  private static func row(_ statement: SQL, _ timeline: PostgresTimeline) async throws -> Row {
    try #require(try await timeline.pool.query(statement, until: .after(hangTimeout)).first)
  }

  @Test func countsTextsClipsAndRows() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      let (none, noSequence) = try await Self.row(RetentionStatements.measure, timeline)
        .decode(Int.self, Int64?.self)
      #expect(none == 0)
      #expect(noSequence == nil)
      let clip = try AudioClip(bytes: TinyClip.bytes())
      try await timeline.post(NewChatt(username: "ü", message: nil, audio: clip))
      try await timeline.post(NewChatt(username: "u", message: "漢"))
      let (bytes, first) = try await Self.row(RetentionStatements.measure, timeline)
        .decode(Int.self, Int64?.self)
      #expect(bytes == 2 * RetentionLimits.rowBytes + 2 + clip.bytes.count + 1 + 3)
      #expect(try await database.run("select min(sequence) from chatts") == first?.description)
    }
  }

  @Test func deletesTheOldestChattsUntilEnoughBytesAreFreed() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      for number in 0..<10 { try await timeline.post(Self.chatt(number)) }
      let lowest = try #require(
        Int64(try await database.run("select min(sequence) from chatts")))
      let size = Self.chattBytes
      let steps: [(bytes: Int, from: Int64, removed: Removal)] = [
        // Another server has deleted chatts.
        (1, lowest + 1, Removal(count: 0, bytes: 0, next: lowest)),
        (size, lowest, Removal(count: 1, bytes: size, next: lowest + 1)),
        (size + 1, lowest + 1, Removal(count: 2, bytes: 2 * size, next: lowest + 3)),
        (9 * size, lowest + 3, Removal(count: 4, bytes: 4 * size, next: lowest + 7)),
        (9 * size, lowest + 7, Removal(count: 3, bytes: 3 * size, next: nil)),
        // From an empty table.
        (1, lowest + 7, Removal(count: 0, bytes: 0, next: nil)),
      ]
      for step in steps {
        let statement = RetentionStatements.remove(bytes: step.bytes, from: step.from, rowsMax: 4)
        #expect(try await Removal(Self.row(statement, timeline)) == step.removed)
      }
    }
  }

  @Test func deletesExpiredChattsBehindALaterTime() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      for number in 0..<6 { try await timeline.post(Self.chatt(number)) }
      try await database.run(
        """
        update chatts set created_at = clock_timestamp() - interval '2 hours'
        where username between 'user1001' and 'user1004';
        update chatts set created_at = '2999-01-01' where username = 'user1000'
        """)
      func remove(rowsMax: Int, bytesMax: Int) async throws -> (Int, Int64?) {
        try await Self.row(
          RetentionStatements.removeExpired(
            after: .seconds(3600), rowsMax: rowsMax, bytesMax: bytesMax), timeline
        ).decode(Int.self, Int64?.self)
      }
      let (first, overdue) = try await remove(rowsMax: 2, bytesMax: 1 << 20)
      #expect(first == 2)
      #expect(try #require(overdue) < 0)
      #expect(try await remove(rowsMax: 9, bytesMax: 1).0 == 1)
      #expect(try await remove(rowsMax: 9, bytesMax: 1 << 20).0 == 1)
      let (none, next) = try await remove(rowsMax: 9, bytesMax: 1 << 20)
      #expect(none == 0)
      #expect((3_500_000_000...3_600_000_000).contains(try #require(next)))
      #expect(
        try await database.run("select string_agg(username, ' ' order by username) from chatts")
          == "user1000 user1005")
      try await database.run("delete from chatts")
      let (last, never) = try await remove(rowsMax: 9, bytesMax: 1)
      #expect(last == 0)
      #expect(never == nil)
    }
  }

  @Test func doesNotWaitForRowsThatAnotherSessionDeletes() async throws {
    let database = try await TimelineDatabase()
    try await database.withTimeline { timeline in
      for number in 0..<3 { try await timeline.post(Self.chatt(number)) }
      let lowest = try #require(
        Int64(try await database.run("select min(sequence) from chatts")))
      let deletion = try await OpenTransaction(
        on: database, "delete from chatts where sequence = \(lowest)")
      let statement = RetentionStatements.remove(bytes: 1, from: lowest, rowsMax: 9)
      #expect(try await Removal(Self.row(statement, timeline)).count == 0)
      #expect(try await database.count() == 3)
      try await deletion.end("rollback")
    }
  }
}

/// The result of a deletion: its count and bytes, and the sequence number of the oldest chatt left.
private struct Removal: Equatable {
  let count: Int
  let bytes: Int
  let next: Int64?

  init(count: Int, bytes: Int, next: Int64?) {
    (self.count, self.bytes, self.next) = (count, bytes, next)
  }

  init(_ row: Row) throws {
    (count, bytes, next) = try row.decode(Int.self, Int.self, Int64?.self)
  }
}
