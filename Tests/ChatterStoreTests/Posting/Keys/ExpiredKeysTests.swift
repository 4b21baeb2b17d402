import Postgres
import System
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ExpiredKeysTests {
  static func insert(_ count: Int, age: String) -> String {
    """
    insert into idempotency_keys (endpoint, key, fingerprint, chatt_id, created_at)
    select 'postchatt', '\(age) ' || n, sha256(''), gen_random_uuid(),
      clock_timestamp() - interval '\(age)'
    from generate_series(1, \(count)) as n
    """
  }

  @Test func removesOnlyExpiredKeysInBatches() async throws {
    let database = try await TimelineDatabase()
    let count = 2 * ExpiredKeys.batchKeysMax + 7
    try await database.run(Self.insert(count, age: "25 hours"))
    try await database.run(Self.insert(5, age: "23 hours"))
    try await database.withTimeline { timeline in await timeline.expiredKeys.remove() }
    #expect(try await database.run("select count(*) from idempotency_keys") == "5")
  }

  @Test func removesKeysOnlyWhenDue() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.insert(3, age: "25 hours"))
    try await database.withTimeline { timeline in
      timeline.expiredKeys.removeWhenDue()
      try await database.wait(until: "select count(*) = 0 from idempotency_keys")
      try await database.run(Self.insert(3, age: "25 hours"))
      // Not due again: nothing starts.
      timeline.expiredKeys.removeWhenDue()
      #expect(timeline.pool.lentCount == 0)
      #expect(timeline.pool.waiterCount == 0)
    }
  }

  @Test func removesKeysOnTwoServersWithoutWaiting() async throws {
    let database = try await TimelineDatabase()
    try await database.run(Self.insert(3 * ExpiredKeys.batchKeysMax, age: "25 hours"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for loop in TimelineDatabase.loops {
        group.addTask {
          try await database.withTimeline(on: loop) { await $0.expiredKeys.remove() }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.run("select count(*) <= 1000 from idempotency_keys") == "t")
  }

  @Test func reportsAFailureOfTheDatabase() async throws {
    let database = try await TimelineDatabase(isMigrated: false)
    let record = ErrorRecord()
    try await database.withTimeline(observe: record.append) { await $0.expiredKeys.remove() }
    #expect(record.all.map(\.sqlState) == [.undefinedTable])
  }
}
