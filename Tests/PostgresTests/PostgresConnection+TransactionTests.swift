import EventLoop
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct PostgresConnectionTransactionTests {
  struct Enough: Error {}

  private static func table(_ connection: PostgresConnection) async throws {
    try await connection.execute(
      script: "create temp table t (n int primary key)", until: Fixture.soon)
  }

  private static let count: SQL = "select count(*) from t"

  @Test("what the body did is kept, and its value returned")
  func commit() async throws {
    try await Fixture.withConnection { connection async throws in
      try await Self.table(connection)
      let value = try await connection.transaction(until: Fixture.soon) { connection in
        #expect(await !connection.isReusable)
        try await connection.query("insert into t values (1)", until: Fixture.soon)
        return 7
      }
      #expect(value == 7)
      #expect(try await connection.value(Int.self, Self.count) == 1)
      #expect(await connection.isReusable)
    }
  }

  @Test("an error of the body undoes it")
  func rollBack() async throws {
    try await Fixture.withConnection { connection async throws in
      try await Self.table(connection)
      await #expect(throws: Enough.self) {
        try await connection.transaction(until: Fixture.soon) { connection in
          try await connection.query("insert into t values (1)", until: Fixture.soon)
          throw Enough()
        }
      }
      #expect(try await connection.value(Int.self, Self.count) == 0)
      #expect(await connection.isReusable)
    }
  }

  @Test("a failed statement that the body hides makes COMMIT tell of the roll-back")
  func spoilt() async throws {
    try await Fixture.withConnection { connection async throws in
      try await Self.table(connection)
      await #expect(throws: PostgresError.rolledBack) {
        try await connection.transaction(until: Fixture.soon) { connection in
          try await connection.query("insert into t values (1)", until: Fixture.soon)
          _ = try? await connection.query("insert into t values (1)", until: Fixture.soon)
        }
      }
      #expect(try await connection.value(Int.self, Self.count) == 0)
    }
  }

  @Test("a connection that is lost before COMMIT has certainly changed nothing")
  func lostBefore() async throws {
    try await Fixture.withConnection { connection async throws -> Void in
      await #expect(throws: PostgresError.connectionLost(.notApplied)) {
        try await connection.transaction(until: Fixture.soon) { connection in
          try await connection.query(
            "select pg_terminate_backend(pg_backend_pid()), pg_sleep(10)", until: Fixture.soon)
        }
      }
    }
  }

  @Test("a connection that is lost under COMMIT leaves the outcome unknown")
  func lostAtCommit() async throws {
    try await Fixture.withConnection { connection async throws in
      try await connection.execute(
        script: """
          create temp table t (n int);
          create function pg_temp.fatal() returns trigger language plpgsql as
            $$ begin perform pg_terminate_backend(pg_backend_pid()), pg_sleep(60);
            return null; end $$;
          create constraint trigger fatal after insert on t deferrable initially deferred
            for each row execute function pg_temp.fatal();
          """, until: Fixture.soon)
      await #expect(throws: PostgresError.connectionLost(.unknown)) {
        try await connection.transaction(until: Fixture.soon) { connection in
          _ = try await connection.query("insert into t values (1)", until: Fixture.soon)
        }
      }
    }
  }

  @Test("a transaction inside a transaction is refused")
  func nested() async throws {
    try await Fixture.withConnection { connection async throws in
      await #expect(throws: PostgresError.connectionBusy) {
        try await connection.transaction(until: Fixture.soon) { connection in
          try await connection.transaction(until: Fixture.soon) { _ in }
        }
      }
      #expect(await connection.isReusable)
    }
  }
}
