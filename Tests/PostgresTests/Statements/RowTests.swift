import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct RowTests {
  private func row(_ statement: SQL) async throws -> Row {
    try await PostgresFixture.withConnection {
      try await $0.query(statement, until: PostgresFixture.soon)[0]
    }
  }

  @Test func decodesSeveralColumnsInOneCall() async throws {
    let (number, text, missing) = try await row("select 1::int8, 'two', null::bytea")
      .decode(Int.self, String.self, [UInt8]?.self)
    #expect(number == 1 && text == "two" && missing == nil)
  }

  @Test func reportsTheColumnOfATypeMismatch() async throws {
    let row = try await row("select 1::int8, 'two'::text")
    #expect(throws: PostgresError.decoding(column: 1, .typeMismatch(.text))) {
      try row.decode(Int.self, at: 1)
    }
    #expect(throws: PostgresError.decoding(column: 0, .typeMismatch(.int8))) {
      try row.decode(PostgresUUID.self, at: 0)
    }
    #expect(throws: PostgresError.decoding(column: 0, .typeMismatch(.int8))) {
      try row.decode(String.self, String.self)
    }
  }

  @Test(arguments: [-1, 2, 1000])
  func rejectsAMissingColumn(_ column: Int) async throws {
    let row = try await row("select 1, 2")
    #expect(row.count == 2)
    #expect(throws: PostgresError.decoding(column: column, .noSuchColumn(count: 2))) {
      try row.decode(Int.self, at: column)
    }
  }

  @Test func isEqualToARowOfTheSameTypesAndValues() async throws {
    let row = try await row("select 1::int8, 'two', null::bytea")
    #expect(row == (try await self.row("select 1::int8, 'two', null::bytea")))
    for other: SQL in [
      "select 1::int8, 'two', ''::bytea", "select 1::int8, 'tow', null::bytea",
      "select 1::int8, 'two2', null::bytea", "select 1::int8, '', null::bytea",
      "select 1::int4, 'two', null::bytea", "select 1::int8, 'two'", "select null::int8",
    ] {
      #expect(try await row != self.row(other))
    }
  }

  @Test func countsAffectedRows() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      try await connection.execute(
        script: "create temp table t (n int); insert into t select generate_series(1, 9)",
        until: PostgresFixture.soon)
      let deleted = try await connection.query(
        "delete from t where n > \(4)", until: PostgresFixture.soon)
      #expect(deleted.affectedRowCount == 5)
      #expect(deleted.isEmpty)
    }
  }
}
