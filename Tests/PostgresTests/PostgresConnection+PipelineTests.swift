import EventLoop
import TestSupport
import Testing

@testable import Postgres

@Suite("Several statements as one transaction", .needs(.postgreSQL), .timeLimit(.minutes(2)))
struct PostgresConnectionPipelineTests {
  typealias Statements = PostgresConfiguration.Statements

  static let modes: [Statements] = [.named(countMax: 8), .named(countMax: 1), .unnamed]

  /// A table of the connection's own.
  static func makeTable(_ connection: PostgresConnection) async throws {
    try await connection.execute(
      script: "create temp table t (n int primary key, text text)", until: Fixture.soon)
  }

  static func count(_ connection: PostgresConnection) async throws -> Int {
    try await connection.value(Int.self, "select count(*) from t")
  }

  static func insert(_ number: Int, _ text: String = "") -> SQL {
    "insert into t values (\(number), \(text)) returning n"
  }

  @Test("each answers its rows, in order, and all are one transaction", arguments: modes)
  func committed(mode: Statements) async throws {
    try await Fixture.withConnection(mode) { connection in
      try await Self.makeTable(connection)
      for round in 0..<3 {
        let batch = (0..<5).map { Self.insert(10 * round + $0) }
        let outcome = try await connection.pipeline(
          batch + ["select count(*), count(distinct xmin::text) from t"], until: Fixture.soon)
        guard case .committed(let answers) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        let numbers = try answers.prefix(5).map { try $0[0].decode(Int.self, at: 0) }
        #expect(numbers == (0..<5).map { 10 * round + $0 })
        let counts = try answers[5][0].decode(Int.self, Int.self)
        #expect(counts == (5 * (round + 1), round + 1))
      }
      #expect(await connection.isReusable)
      #expect(try await Self.count(connection) == 15, "an ordinary statement goes on working")
    }
  }

  @Test("one that fails takes the others with it, and says which it was", arguments: modes)
  func failed(mode: Statements) async throws {
    try await Fixture.withConnection(mode) { connection in
      try await Self.makeTable(connection)
      for (place, batch) in [
        (1, [Self.insert(1), Self.insert(1), Self.insert(2)]),
        (0, ["select 1 / (\(1) - 1)", Self.insert(1)]),
        (2, [Self.insert(1), Self.insert(2), "select 1 / (\(1) - 1)"]),
      ] {
        let outcome = try await connection.pipeline(batch, until: Fixture.soon)
        guard case .rolledBack(let index, let error) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        #expect(index == place)
        #expect(error.sqlState == .uniqueViolation || error.sqlState.rawValue == "22012")
        #expect(await connection.isReusable)
        #expect(try await Self.count(connection) == 0)
      }
      let last = try await connection.pipeline([Self.insert(1)], until: Fixture.soon)
      guard case .committed = last else {
        Issue.record("\(last)")
        return
      }
    }
  }

  @Test("a commit that fails belongs to no statement", arguments: modes)
  func failedCommit(mode: Statements) async throws {
    try await Fixture.withConnection(mode) { connection in
      try await connection.execute(
        script: """
          create temp table parent (n int primary key);
          create temp table t (n int references parent deferrable initially deferred, text text)
          """, until: Fixture.soon)
      for _ in 0..<2 {
        let outcome = try await connection.pipeline(
          [Self.insert(1), "select 1"], until: Fixture.soon)
        guard case .rolledBack(nil, let error) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        #expect(error.sqlState == .foreignKeyViolation)
        #expect(try await Self.count(connection) == 0)
        #expect(await connection.isReusable)
      }
    }
  }

  @Test("nothing is nothing, and what is beyond the limits is refused before it is sent")
  func limits() async throws {
    try await Fixture.withConnection { connection in
      guard case .committed(let none) = try await connection.pipeline([], until: Fixture.soon)
      else {
        Issue.record("not committed")
        return
      }
      #expect(none.isEmpty)
      let many = [SQL](repeating: "select 1", count: PostgresConnection.pipelineStatementsMax)
      guard case .committed(let answers) = try await connection.pipeline(many, until: Fixture.soon)
      else {
        Issue.record("not committed")
        return
      }
      #expect(answers.count == many.count)
      await #expect { try await connection.pipeline(many + many, until: Fixture.soon) } throws: {
        ($0 as? PostgresError)?.sqlState == .programLimitExceeded
      }
      let value = [UInt8](repeating: 0, count: PostgresConnection.pipelineBytesMax / 2 + 1)[...]
      let large: SQL = "select length(\(value))"
      await #expect {
        try await connection.pipeline([large, large], until: Fixture.soon)
      } throws: {
        ($0 as? PostgresError)?.sqlState == .programLimitExceeded
      }
      #expect(await connection.isReusable)
    }
  }

  @Test("much sent and much answered at the same time does not stop the two", arguments: modes)
  func large(mode: Statements) async throws {
    try await Fixture.withConnection(mode) { connection in
      let value = [UInt8](repeating: 7, count: 1 << 20)[...]
      let batch = [SQL](repeating: "select \(value)", count: 24)
      guard case .committed(let answers) = try await connection.pipeline(batch, until: Fixture.soon)
      else {
        Issue.record("not committed")
        return
      }
      for answer in answers {
        #expect(try answer[0].decode([UInt8].self, at: 0).count == value.count)
      }
    }
  }

  @Test("a statement that the server has forgotten is prepared again, and all run once")
  func forgotten() async throws {
    try await Fixture.withConnection { connection in
      try await Self.makeTable(connection)
      _ = try await connection.pipeline([Self.insert(1), "select 1"], until: Fixture.soon)
      try await connection.execute(script: "deallocate all", until: Fixture.soon)
      let outcome = try await connection.pipeline(
        [Self.insert(2), "select 1"], until: Fixture.soon)
      guard case .committed = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(try await Self.count(connection) == 2)
    }
  }

  @Test("inside a transaction there is none of its own")
  func inTransaction() async throws {
    try await Fixture.withConnection { connection in
      await #expect(throws: PostgresError.connectionBusy) {
        try await connection.transaction(until: Fixture.soon) {
          try await $0.pipeline(["select 1"], until: Fixture.soon)
        }
      }
      #expect(await connection.isReusable)
    }
  }

  @Test("a deadline that passes closes the connection, and the outcome is unknown")
  func deadline() async throws {
    try await Fixture.withConnection { connection in
      await #expect(throws: PostgresError.timedOut(.unknown)) {
        try await connection.pipeline(
          ["select 1", "select pg_sleep(60)"], until: .after(.milliseconds(200)))
      }
      #expect(await connection.isClosed)
    }
  }

  @Test("a deadline that passes before all was sent leaves nothing behind")
  func deadlineWhileSending() async throws {
    try await Fixture.withConnection(.unnamed) { connection in
      let value = [UInt8](repeating: 0, count: 32 << 20)[...]
      await #expect(throws: PostgresError.timedOut(.notApplied)) {
        try await connection.pipeline(
          ["select pg_sleep(60)", "select length(\(value))"], until: .after(.milliseconds(300)))
      }
      #expect(await connection.isClosed)
    }
  }

  @Test("a task that is cancelled closes the connection; before it has begun, nothing is sent")
  func cancelled() async throws {
    try await Fixture.withConnection(.unnamed) { connection in
      let task = Task(executorPreference: Fixture.loop) {
        try await connection.pipeline(["select pg_sleep(60)"], until: Fixture.soon)
      }
      while await !connection.isBusy { await Task.yield() }
      task.cancel()
      await #expect(throws: PostgresError.cancelled(.unknown)) { try await task.value }
    }
    try await Fixture.withConnection(.unnamed) { connection in
      let task = Task(executorPreference: Fixture.loop) {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        _ = try await connection.pipeline(["select 1"], until: Fixture.soon)
      }
      await #expect(throws: PostgresError.cancelled(.notApplied)) { try await task.value }
      let isReusable = await connection.isReusable
      #expect(isReusable)
    }
  }

  @Test("a server process that ends under it is a lost connection", arguments: modes)
  func terminated(mode: Statements) async throws {
    try await Fixture.withConnection(mode) { connection in
      let batch: [SQL] = [
        "select 1", "select pg_terminate_backend(pg_backend_pid())", "select pg_sleep(60)",
      ]
      do {
        let outcome = try await connection.pipeline(batch, until: Fixture.soon)
        guard case .rolledBack(_, let error) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        #expect(error.sqlState == .adminShutdown)
      } catch {
        #expect(error as? PostgresError == .connectionLost(.unknown))
      }
      #expect(await !connection.isReusable)
    }
  }

  @Test("a connection that is closed takes none, and one that is closed under it is lost")
  func closed() async throws {
    try await Fixture.withConnection { connection in
      let task = Task(executorPreference: Fixture.loop) {
        try await connection.pipeline(["select pg_sleep(60)"], until: Fixture.soon)
      }
      while await !connection.isBusy { await Task.yield() }
      await #expect(throws: PostgresError.connectionBusy) {
        try await connection.pipeline(["select 1"], until: Fixture.soon)
      }
      await connection.close()
      await #expect(throws: (any Error).self) { try await task.value }
      await #expect(throws: PostgresError.closed) {
        try await connection.pipeline(["select 1"], until: Fixture.soon)
      }
    }
  }
}
