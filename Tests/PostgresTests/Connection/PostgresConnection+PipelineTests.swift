import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL))
struct PostgresConnectionPipelineTests {
  typealias Statements = PostgresConfiguration.Statements

  static let modes: [Statements] = [.named(countMax: 8), .named(countMax: 1), .unnamed]

  /// Creates a temporary table.
  static func makeTable(_ connection: PostgresConnection) async throws {
    try await connection.execute(
      script: "create temp table t (n int primary key, text text)", until: PostgresFixture.soon)
  }

  static func count(_ connection: PostgresConnection) async throws -> Int {
    try await connection.value(Int.self, "select count(*) from t")
  }

  static func insert(_ number: Int, _ text: String = "") -> SQL {
    "insert into t values (\(number), \(text)) returning n"
  }

  @Test(arguments: modes)
  func runsAllStatementsAsOneTransaction(mode: Statements) async throws {
    try await PostgresFixture.withConnection(mode) { connection in
      try await Self.makeTable(connection)
      for round in 0..<3 {
        let batch = (0..<5).map { Self.insert(10 * round + $0) }
        let rowSets = try await connection.pipeline(
          batch + ["select count(*), count(distinct xmin::text) from t"],
          until: PostgresFixture.soon)
        let numbers = try rowSets.prefix(5).map { try $0[0].decode(Int.self, at: 0) }
        #expect(numbers == (0..<5).map { 10 * round + $0 })
        let counts = try rowSets[5][0].decode(Int.self, Int.self)
        #expect(counts == (5 * (round + 1), round + 1))
      }
      #expect(connection.isReusable)
      #expect(try await Self.count(connection) == 15, "an ordinary statement still works")
    }
  }

  @Test(arguments: modes)
  func rollsBackAllStatementsWhenOneFails(mode: Statements) async throws {
    try await PostgresFixture.withConnection(mode) { connection in
      try await Self.makeTable(connection)
      for (state, batch) in [
        (.uniqueViolation, [Self.insert(1), Self.insert(1), Self.insert(2)]),
        (SQLState(rawValue: "22012"), ["select 1 / (\(1) - 1)", Self.insert(1)]),
        (SQLState(rawValue: "22012"), [Self.insert(1), Self.insert(2), "select 1 / (\(1) - 1)"]),
      ] as [(SQLState, [SQL])] {
        await #expect {
          try await connection.pipeline(batch, until: PostgresFixture.soon)
        } throws: {
          ($0 as? PostgresError)?.sqlState == state
        }
        #expect(connection.isReusable)
        #expect(try await Self.count(connection) == 0)
      }
      let last = try await connection.pipeline([Self.insert(1)], until: PostgresFixture.soon)
      #expect(last.count == 1)
    }
  }

  @Test(arguments: modes)
  func reportsAFailedCommitWithoutAStatement(mode: Statements) async throws {
    try await PostgresFixture.withConnection(mode) { connection in
      try await connection.execute(
        script: """
          create temp table parent (n int primary key);
          create temp table t (n int references parent deferrable initially deferred, text text)
          """, until: PostgresFixture.soon)
      for _ in 0..<2 {
        await #expect {
          try await connection.pipeline([Self.insert(1), "select 1"], until: PostgresFixture.soon)
        } throws: {
          ($0 as? PostgresError)?.sqlState == .foreignKeyViolation
        }
        #expect(try await Self.count(connection) == 0)
        #expect(connection.isReusable)
      }
    }
  }

  @Test func runsNoStatementAndMany() async throws {
    try await PostgresFixture.withConnection { connection in
      #expect(try await connection.pipeline([], until: PostgresFixture.soon).isEmpty)
      let many = [SQL](repeating: "select 1", count: 1024)
      let outcome = try await connection.pipeline(many, until: PostgresFixture.soon)
      #expect(outcome.count == many.count)
      #expect(connection.isReusable)
    }
  }

  @Test(arguments: modes)
  func transfersLargeValuesInBothDirectionsAtOnce(mode: Statements) async throws {
    try await PostgresFixture.withConnection(mode) { connection in
      let value = [UInt8](repeating: 7, count: 1 << 20)[...]
      let batch = [SQL](repeating: "select \(value)", count: 24)
      for rowSet in try await connection.pipeline(batch, until: PostgresFixture.soon) {
        #expect(try rowSet[0].decode([UInt8].self, at: 0).count == value.count)
      }
    }
  }

  @Test func preparesDeallocatedStatementsAgain() async throws {
    try await PostgresFixture.withConnection { connection in
      try await Self.makeTable(connection)
      _ = try await connection.pipeline([Self.insert(1), "select 1"], until: PostgresFixture.soon)
      try await connection.execute(script: "deallocate all", until: PostgresFixture.soon)
      let outcome = try await connection.pipeline(
        [Self.insert(2), "select 1"], until: PostgresFixture.soon)
      #expect(outcome.count == 2)
      #expect(try await Self.count(connection) == 2)
    }
  }

  @Test func rejectsAPipelineInsideATransaction() async throws {
    try await PostgresFixture.withConnection { connection in
      await #expect(throws: PostgresError.connectionBusy) {
        try await connection.transaction(until: PostgresFixture.soon) {
          try await $0.pipeline(["select 1"], until: PostgresFixture.soon)
        }
      }
      #expect(connection.isReusable)
    }
  }

  @Test func closesTheConnectionAtTheDeadline() async throws {
    try await PostgresFixture.passDeadline { connection, deadline in
      _ = try await connection.pipeline(["select 1", "select pg_sleep(60)"], until: deadline)
    }
  }

  @Test func appliesNothingWhenTheDeadlinePassesWhileSending() async throws {
    try await PostgresFixture.withConnection(.unnamed) { connection in
      let value = [UInt8](repeating: 0, count: 32 << 20)[...]
      await #expect(throws: PostgresError.timedOut(.notApplied)) {
        try await connection.pipeline(
          ["select pg_sleep(60)", "select length(\(value))"], until: .after(.milliseconds(300)))
      }
      #expect(connection.isClosed)
    }
  }

  @Test func closesTheConnectionOnlyIfCancelledAfterSending() async throws {
    try await PostgresFixture.withConnection(.unnamed) { connection in
      let task = PostgresFixture.loop.start(connection) { connection async throws in
        try await connection.pipeline(["select pg_sleep(60)"], until: PostgresFixture.soon)
      }
      while !connection.isBusy { await Task.yield() }
      task.cancel()
      await #expect(throws: PostgresError.cancelled(.unknown)) { try await task.value }
    }
    try await PostgresFixture.withConnection(.unnamed) { connection in
      let task = PostgresFixture.loop.start(connection) { connection async throws in
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        _ = try await connection.pipeline(["select 1"], until: PostgresFixture.soon)
      }
      await #expect(throws: PostgresError.cancelled(.notApplied)) { try await task.value }
      let isReusable = connection.isReusable
      #expect(isReusable)
    }
  }

  @Test(arguments: modes)
  func reportsATerminatedServerProcessAsLost(mode: Statements) async throws {
    try await PostgresFixture.withConnection(mode) { connection in
      let batch: [SQL] = [
        "select 1", "select pg_terminate_backend(pg_backend_pid())", "select pg_sleep(60)",
      ]
      await #expect {
        try await connection.pipeline(batch, until: PostgresFixture.soon)
      } throws: {
        let error = $0 as? PostgresError
        return error?.sqlState == .adminShutdown || error == .connectionLost(.unknown)
      }
      #expect(!connection.isReusable)
    }
  }

  @Test func rejectsPipelinesOnABusyOrClosedConnection() async throws {
    try await PostgresFixture.withConnection { connection in
      let task = PostgresFixture.loop.start(connection) { connection async throws in
        try await connection.pipeline(["select pg_sleep(60)"], until: PostgresFixture.soon)
      }
      while !connection.isBusy { await Task.yield() }
      await #expect(throws: PostgresError.connectionBusy) {
        try await connection.pipeline(["select 1"], until: PostgresFixture.soon)
      }
      connection.close()
      await #expect(throws: (any Error).self) { try await task.value }
      await #expect(throws: PostgresError.closed) {
        try await connection.pipeline(["select 1"], until: PostgresFixture.soon)
      }
    }
  }
}
