import EventLoop
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct RowSetTests {
  @Test func returnsRowsInOrder() async throws {
    try await Fixture.withConnection { connection async throws in
      let rows = try await connection.query(
        "select n as number, n * n as square from generate_series(1, 5) n order by n desc",
        until: Fixture.soon)
      #expect(rows.count == 5)
      #expect(try rows.map { try $0.decode(Int.self, at: 1) } == [25, 16, 9, 4, 1])
    }
  }

  @Test func countsAffectedRows() async throws {
    try await Fixture.withConnection { connection async throws in
      try await connection.execute(
        script: "create temp table t (n int); insert into t select generate_series(1, 9)",
        until: Fixture.soon)
      let deleted = try await connection.query(
        "delete from t where n > \(4)", until: Fixture.soon)
      #expect(deleted.affectedRowCount == 5)
      #expect(deleted.isEmpty)
    }
  }
}
