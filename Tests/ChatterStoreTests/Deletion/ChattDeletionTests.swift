import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ChattDeletionTests {
  private struct Done: Sendable {
    var counted = ChattDeletion.Count()
    var deleted = ChattDeletion.Count()
    var batches = 0
    var unknown: [ChattID] = []
  }

  /// Counts and deletes; `between` runs after the count.
  private func delete(
    _ selection: ChattSelection, from database: TimelineDatabase,
    between: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> Done {
    try await database.withTimeline { timeline in
      try await timeline.pool.withConnection(until: .after(.seconds(60))) { connection in
        var (deletion, done) = (ChattDeletion(selection), Done())
        done.counted = try await deletion.count(on: connection)
        done.unknown = try await deletion.unknownIDs(on: connection)
        try await between()
        while let batch = try await deletion.deleteBatch(on: connection) {
          done.deleted += batch
          done.batches += 1
        }
        return done
      }
    }
  }

  private static func insert(
    _ count: Int, by username: String = "ann", at time: String = "2025-01-01"
  ) -> String {
    """
    insert into chatts (id, username, message, created_at)
      select gen_random_uuid(), '\(username)', 'm', '\(time)' from generate_series(1, \(count))
    """
  }

  @Test func deletesWhatMeetsAllConditions() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.insert(2, by: "ann", at: "2025-01-01"))
    try await database.run(Self.insert(3, by: "ann", at: "2025-06-01"))
    try await database.run(Self.insert(4, by: "bob", at: "2025-01-01"))
    let before = Timestamp("2025-03-01T00:00:00Z")
    let done = try await delete(
      ChattSelection(username: "ann", before: before), from: database)
    #expect(done.counted.chatts == 2 && done.deleted == done.counted)
    #expect(
      try await database.run("select string_agg(username, '' order by username) from chatts")
        == "annannannbobbobbobbob")
    #expect(
      try await database.run("select count(*) from chatt_removals where id is not null") == "2")
    #expect(try await delete(ChattSelection(), from: database).counted.chatts == 0)
    #expect(try await delete(ChattSelection(before: before), from: database).deleted.chatts == 4)
  }

  @Test func namesIDsThatNoChattHas() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.insert(2))
    let id = try #require(ChattID(try await database.run("select id from chatts limit 1")))
    let unknown = try [1, 2].map { number in
      try #require(ChattID("01942485-5e23-7d27-9f0c-00000000000\(number)"))
    }
    let done = try await delete(
      ChattSelection(ids: [unknown[1], id, unknown[0]]), from: database)
    #expect(done.unknown == [unknown[1], unknown[0]] && done.deleted.chatts == 1)
    #expect(try await database.count() == 1)
  }

  @Test func deletesInBatchesLimitedByRows() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.insert(2 * ChattDeletion.rowsMax + 1))
    let done = try await delete(ChattSelection(username: "ann"), from: database)
    #expect(done.batches == 3 && done.deleted == done.counted)
    #expect(try await database.count() == 0)
  }

  @Test func keepsWhatIsPostedAfterTheCount() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.insert(3))
    let done = try await delete(ChattSelection(username: "ann"), from: database) {
      try await database.run(Self.insert(2))
    }
    #expect(done.deleted.chatts == 3)
    #expect(try await database.count() == 2)
  }
}
