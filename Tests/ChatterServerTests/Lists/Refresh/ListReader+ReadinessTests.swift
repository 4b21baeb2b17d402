import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ListReaderReadinessTests {
  private static let away = ReadError.unavailable(retryAfter: .seconds(1))

  @Test func isReadyOnlyAfterMigration() async throws {
    let database = try await TimelineDatabase(isMigrated: false)
    try await database.withServer { server in
      await #expect(throws: Self.away) { try await server.source.checkReadiness() }
      await #expect(throws: TimelineError.unavailable(retryAfter: .seconds(1))) {
        try await server.post(NewChatt(username: "a", message: "b"))
      }
      try await database.migrate()
      try await server.source.checkReadiness()
      #expect(server.reader.lists.cached != nil, "ready with its lists loaded")
    }
  }

  @Test func isNotReadyIfAMigrationIsMissing() async throws {
    let database = try await TimelineDatabase()
    try await database.run("delete from schema_migrations")
    try await database.withServer { server in
      await #expect(throws: Self.away) { try await server.source.checkReadiness() }
    }
  }

  @Test func sharesOneCheckAndKeepsTheSessionWhenCancelled() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer(connectionsMax: 1) { server in
      try await server.source.checkReadiness()
      let process: SQL = "select pg_backend_pid()"
      let pool = server.chatts.pool
      let soon = Deadline.after(.seconds(60))
      let before = try await pool.query(process, until: soon)[0].decode(Int32.self, at: 0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<(3 * pool.limits.waitersMax) {
          group.addTask(executorPreference: server.loop) {
            do {
              try await server.source.checkReadiness()
            } catch {
              #expect(number % 2 == 1, "not cancelled, and refused: \(error)")
            }
          }
        }
        try await group.waitForAll()
      }
      let lock = try await OpenTransaction(on: database, "lock table chatts;")
      let checking = Task(executorPreference: server.loop) {
        try await server.source.checkReadiness()
      }
      await Task.yield()
      checking.cancel()
      try await lock.end("rollback")
      try await checking.value
      let after = try await pool.query(process, until: soon)[0].decode(Int32.self, at: 0)
      #expect(before == after)
    }
  }

  @Test func endsAtItsDeadlineWhenTheDatabaseHangs() async throws {
    let database = try await TimelineDatabase()
    try await database.withServer { server in
      let lists = ReadyLists(profile: ListProfile())
      let reader = ListReader(
        lists, reader: server.chatts, limits: .init(readinessTimeout: .milliseconds(200)),
        report: { _ in })
      let lock = try await OpenTransaction(on: database, "lock table chatts;")
      await #expect(throws: Self.away) { try await reader.checkReadiness() }
      await #expect(throws: Self.away) { try await reader.checkReadiness() }
      try await lock.end("rollback")
      _ = try await reader.current()
      try await reader.checkReadiness()
    }
  }
}
