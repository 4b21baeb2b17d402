import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct PostgresTimelineTests {
  @Test(
    arguments: TimelineContract.clauses,
    [PostgresConfiguration.Statements.named(countMax: 8), .unnamed])
  func fulfilsTheContract(
    clause: TimelineContract.Clause, statements: PostgresConfiguration.Statements
  ) async throws {
    try await TimelineDatabase.shared()
      .withServer(statements: statements) { try await clause.check(on: $0) }
  }

  @Test func failsFastWhenTheDatabaseIsUnavailable() async throws {
    let database = try await TimelineDatabase()
    let record = ErrorRecord()
    try await database.withTimeline(observe: record.append) { timeline in
      try await timeline.post(NewChatt(username: "a", message: "before"))
      try await database.setConnectable(false)
      await database.expectUnavailable { try await timeline.chatts() }
      await database.expectUnavailable {
        try await timeline.post(NewChatt(username: "a", message: "meanwhile"))
      }
      #expect(record.all.count == 2)
      try await database.setConnectable(true)
      // A pool that could not connect retries after less than a second.
      try await eventually {
        (try? await timeline.post(NewChatt(username: "a", message: "after"))) != nil
      }
      #expect(try await timeline.chatts().map(\.message) == ["after", "before"])
    }
  }
}

extension TimelineDatabase {
  /// Forbids connections and ends every session, as if the server were stopped, or undoes that.
  func setConnectable(_ isConnectable: Bool) async throws {
    let components = database.url.split(separator: "?", maxSplits: 1)
    let server = "postgresql://chatterd@/postgres?" + (components.last ?? "")
    let sql = [
      "alter database \(database.name) allow_connections \(isConnectable)",
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity "
        + "where datname = '\(database.name)'",
    ]
    for statement in sql {
      _ = try await ProgramRun("psql", ["-X", "-q", "-d", server, "-c", statement]).checked()
    }
  }

  /// Expects `unavailable` with any delay, of a post or of a read.
  func expectUnavailable<Value>(_ body: () async throws -> Value) async {
    await #expect {
      _ = try await body()
    } throws: { error in
      switch error {
      case TimelineError.unavailable, ReadError.unavailable: true
      default: false
      }
    }
  }
}
