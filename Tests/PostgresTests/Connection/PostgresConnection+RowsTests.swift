import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct PostgresConnectionRowsTests {
  struct Enough: Error {}

  @Test(
    arguments: [PostgresConfiguration.Statements.unnamed, .named(countMax: 2)],
    [0, 1, 63, 64, 65, 5000])
  func passesRowsOnceInOrder(_ mode: PostgresConfiguration.Statements, _ count: Int) async throws {
    try await PostgresFixture.withConnection(mode) { connection async throws in
      var seen = 0
      try await connection.forEachRow(
        "select n from generate_series(1, \(count)) n", until: PostgresFixture.soon
      ) { row async throws in
        seen += 1
        #expect(try row.decode(Int.self, at: 0) == seen)
      }
      #expect(seen == count)
      #expect(connection.isReusable)
      #expect(try await connection.value(Int.self, "select 1") == 1)
    }
  }

  @Test func closesTheConnectionWhenTheBodyThrows() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      await #expect(throws: Enough.self) {
        try await connection.forEachRow(
          "select n from generate_series(1, 1000000) n", until: PostgresFixture.soon
        ) { _ in throw Enough() }
      }
      #expect(connection.isClosed)
    }
  }

  @Test(arguments: [3, 100])
  func keepsTheConnectionAfterAServerError(_ row: Int) async throws {
    try await PostgresFixture.withConnection { connection async throws in
      do {
        try await connection.forEachRow(
          "select 1 / (n - \(row)) from generate_series(1, 200) n", until: PostgresFixture.soon
        ) { _ in }
        Issue.record("no error")
      } catch let error as PostgresError {
        #expect(error.sqlState == SQLState(rawValue: "22012"))
      }
      #expect(try await connection.value(Int.self, "select 1") == 1)
    }
  }

  @Test func closesTheConnectionAtADeadlineBetweenRows() async throws {
    try await PostgresFixture.passDeadline(.unnamed) { connection, deadline in
      try await connection.forEachRow(
        "select pg_sleep(n - 1) from generate_series(1, 60) n", until: deadline
      ) { _ in }
    }
  }
}
