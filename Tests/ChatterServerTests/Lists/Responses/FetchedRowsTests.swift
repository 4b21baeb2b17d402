import Chatter
import ChatterStore
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct FetchedRowsTests {
  private static let process: SQL = "select pg_backend_pid()"

  @Test func admitsMoreReadersThanThePoolQueues() async throws {
    let database = try await TimelineDatabase()
    try await database.run(TimelineDatabase.fill(3))
    try await database.withServer(connectionsMax: 2) { server in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<(2 * server.chatts.pool.limits.waitersMax) {
          group.addTask(executorPreference: server.loop) {
            try await server.rows.rows(at: [1, 3, 9]).count
          }
        }
        for try await count in group { #expect(count == 2) }
      }
    }
  }

  @Test func keepsTheSessionWhenAReaderIsCancelled() async throws {
    let database = try await TimelineDatabase()
    try await database.run(TimelineDatabase.fill(1))
    try await database.withServer(connectionsMax: 1) { server in
      let pool = server.chatts.pool
      let soon = Deadline.after(.seconds(60))
      let before = try await pool.query(Self.process, until: soon)[0].decode(Int32.self, at: 0)
      let lock = try await OpenTransaction(on: database, "lock table chatts;")
      let reading = Task(executorPreference: server.loop) {
        try await server.rows.rows(at: [1]).count
      }
      try await database.waitForLockWaiters(1)
      reading.cancel()
      try await lock.end("rollback")
      #expect(try await reading.value == 1)
      let after = try await pool.query(Self.process, until: soon)[0].decode(Int32.self, at: 0)
      #expect(before == after)
    }
  }
}
