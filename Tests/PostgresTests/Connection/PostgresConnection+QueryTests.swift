import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct PostgresConnectionQueryTests {
  static let modes: [PostgresConfiguration.Statements] = [.unnamed, .named(countMax: 2)]

  private func state(_ statement: SQL, _ mode: PostgresConfiguration.Statements = .unnamed)
    async throws -> ServerError?
  {
    try await PostgresFixture.withConnection(mode) { connection async throws in
      do throws(PostgresError) {
        try await connection.execute(
          script: "create temp table t (id int primary key check (id > 0), name text not null)",
          until: PostgresFixture.soon)
        try await connection.query("insert into t values (1, 'a')", until: PostgresFixture.soon)
        try await connection.query(statement, until: PostgresFixture.soon)
      } catch .server(let error) {
        // The connection is still usable.
        #expect(try await connection.value(Int.self, "select 1") == 1)
        return error
      }
      return nil
    }
  }

  @Test(arguments: modes)
  func reportsServerErrorsWithConstraints(_ mode: PostgresConfiguration.Statements) async throws {
    let unique = try await state("insert into t values (\(1), 'b')", mode)
    #expect(unique?.sqlState == .uniqueViolation)
    #expect(unique?.constraint == "t_pkey" && unique?.table == "t")
    let check = try await state("insert into t values (\(-1), 'b')", mode)
    #expect(check?.sqlState == .checkViolation)
    let null = try await state("insert into t values (2, \(nil as String?))", mode)
    #expect(null?.sqlState == .notNullViolation && null?.column == "name")
    #expect(try await state("selekt", mode)?.sqlState == .syntaxError)
    #expect(try await state("select * from nix", mode)?.sqlState == .undefinedTable)
    #expect(try await state("select \("a\0b")", mode)?.sqlState == .characterNotInRepertoire)
    let quoted = try await state("select \("geheim")::text::uuid", mode)
    #expect(quoted?.sqlState == .invalidTextRepresentation)
    #expect(quoted?.description.contains("geheim") == false)
  }

  @Test func deallocatesPreparedStatementsBeyondTheLimit() async throws {
    try await PostgresFixture.withConnection(.named(countMax: 2)) { connection in
      let statements: [SQL] = ["select 1", "select 2", "select 3", "select 1", "select 4"]
      for statement in statements {
        _ = try await connection.query(statement, until: PostgresFixture.soon)
      }
      let prepared: SQL = "select count(*) from pg_prepared_statements"
      #expect(try await connection.value(Int.self, prepared) == 2)
    }
  }

  @Test func preparesOutdatedStatementsAgain() async throws {
    try await PostgresFixture.withConnection(.named(countMax: 4)) { connection in
      try await connection.execute(
        script: "create temp table t (a int); insert into t values (1)", until: PostgresFixture.soon
      )
      #expect(
        try await connection.query("select * from t", until: PostgresFixture.soon)[0].count == 1)
      try await connection.execute(
        script: "alter table t add column b int", until: PostgresFixture.soon)
      #expect(
        try await connection.query("select * from t", until: PostgresFixture.soon)[0].count == 2)
      try await connection.execute(script: "deallocate all", until: PostgresFixture.soon)
      #expect(
        try await connection.query("select * from t", until: PostgresFixture.soon)[0].count == 2)
    }
  }

  @Test(arguments: modes)
  func closesAndCancelsAtTheDeadline(_ mode: PostgresConfiguration.Statements) async throws {
    try await PostgresFixture.passDeadline(mode) { connection, deadline in
      try await connection.query("select pg_sleep(60)", until: deadline)
    }
  }

  @Test func closesTheConnectionOfACancelledTask() async throws {
    try await PostgresFixture.withConnection(.unnamed) { connection async throws in
      let task = PostgresFixture.loop.start(connection) { connection async throws in
        try await connection.query("select pg_sleep(60)", until: PostgresFixture.soon)
      }
      while !connection.isBusy { await Task.yield() }
      task.cancel()
      await #expect(throws: PostgresError.cancelled(.unknown)) { try await task.value }
      #expect(connection.isClosed)
    }
  }

  @Test func keepsTheConnectionWhenCancelledBeforeSending() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      let task = PostgresFixture.loop.start(connection) { connection async throws in
        while !Task.isCancelled { await Task.yield() }
        try await connection.query("select 1", until: PostgresFixture.soon)
      }
      task.cancel()
      await #expect(throws: PostgresError.cancelled(.notApplied)) { try await task.value }
      #expect(try await connection.value(Int.self, "select 1") == 1)
    }
  }

  @Test func reportsAConnectionLostDuringAStatement() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      await #expect(throws: PostgresError.connectionLost(.unknown)) {
        try await connection.query(
          "select pg_terminate_backend(pg_backend_pid()), pg_sleep(10)", until: PostgresFixture.soon
        )
      }
      #expect(connection.isClosed)
    }
  }

  @Test func rejectsCOPYInBothDirections() async throws {
    for script in ["copy (select 1) to stdout", "create temp table t (n int); copy t from stdin"] {
      try await PostgresFixture.withConnection { connection async throws in
        await #expect(throws: PostgresError.unexpectedResponse("COPY")) {
          try await connection.execute(script: script, until: PostgresFixture.soon)
        }
        #expect(connection.isClosed)
      }
    }
  }

  @Test func rejectsMoreParametersThanTheProtocolAllows() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      let values = SQL.joined((0..<65_536).map { value -> SQL in "\(value)" }, separator: ",")
      await #expect(throws: PostgresError.tooManyParameters(65_536)) {
        try await connection.query("select array[\(values)]", until: PostgresFixture.soon)
      }
      #expect(try await connection.value(Int.self, "select 1") == 1)
    }
  }

  @Test func failsAScriptWithAnyError() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      await #expect(throws: PostgresError.self) {
        try await connection.execute(
          script: "select 1; selekt; select 2", until: PostgresFixture.soon)
      }
      let rows = try await connection.execute(script: "", until: PostgresFixture.soon)
      #expect(rows.isEmpty)
    }
  }
}
