import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct PostgresConnectionTransactionTests {
  struct Enough: Error {}

  private static func table(_ connection: PostgresConnection) async throws {
    try await connection.execute(
      script: "create temp table t (n int primary key)", until: PostgresFixture.soon)
  }

  private static let count: SQL = "select count(*) from t"

  @Test func commitsAndReturnsTheValueOfTheBody() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      try await Self.table(connection)
      let value = try await connection.transaction(until: PostgresFixture.soon) { connection in
        #expect(!connection.isReusable)
        try await connection.query("insert into t values (1)", until: PostgresFixture.soon)
        return 7
      }
      #expect(value == 7)
      #expect(try await connection.value(Int.self, Self.count) == 1)
      #expect(connection.isReusable)
    }
  }

  @Test func rollsBackWhenTheBodyThrows() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      try await Self.table(connection)
      await #expect(throws: Enough.self) {
        try await connection.transaction(until: PostgresFixture.soon) { connection in
          try await connection.query("insert into t values (1)", until: PostgresFixture.soon)
          throw Enough()
        }
      }
      #expect(try await connection.value(Int.self, Self.count) == 0)
      #expect(connection.isReusable)
    }
  }

  @Test func reportsARollbackAfterAHiddenFailure() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      try await Self.table(connection)
      await #expect(throws: PostgresError.rolledBack) {
        try await connection.transaction(until: PostgresFixture.soon) { connection in
          try await connection.query("insert into t values (1)", until: PostgresFixture.soon)
          _ = try? await connection.query("insert into t values (1)", until: PostgresFixture.soon)
        }
      }
      #expect(try await connection.value(Int.self, Self.count) == 0)
    }
  }

  @Test func appliesNothingWhenLostBeforeCommit() async throws {
    try await PostgresFixture.withConnection { connection async throws -> Void in
      await #expect(throws: PostgresError.connectionLost(.notApplied)) {
        try await connection.transaction(until: PostgresFixture.soon) { connection in
          try await connection.query(
            "select pg_terminate_backend(pg_backend_pid()), pg_sleep(10)",
            until: PostgresFixture.soon)
        }
      }
    }
  }

  @Test func reportsAnUnknownOutcomeWhenLostDuringCommit() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      try await connection.execute(
        script: """
          create temp table t (n int);
          create function pg_temp.fatal() returns trigger language plpgsql as
            $$ begin perform pg_terminate_backend(pg_backend_pid()), pg_sleep(60);
            return null; end $$;
          create constraint trigger fatal after insert on t deferrable initially deferred
            for each row execute function pg_temp.fatal();
          """, until: PostgresFixture.soon)
      await #expect(throws: PostgresError.connectionLost(.unknown)) {
        try await connection.transaction(until: PostgresFixture.soon) { connection in
          _ = try await connection.query("insert into t values (1)", until: PostgresFixture.soon)
        }
      }
    }
  }

  @Test func rejectsANestedTransaction() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      await #expect(throws: PostgresError.connectionBusy) {
        try await connection.transaction(until: PostgresFixture.soon) { connection in
          try await connection.transaction(until: PostgresFixture.soon) { _ in }
        }
      }
      #expect(connection.isReusable)
    }
  }
}
