import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct PostgresPoolTests {
  struct Enough: Error {}

  private func withPool<Value: Sendable>(
    _ limits: PoolLimits = PoolLimits(connectionsMax: 2, waitersMax: 4),
    url: String = PostgresFixture.url,
    _ body: @escaping @Sendable (PostgresPool) async throws -> Value
  ) async throws -> Value {
    let loop = PostgresFixture.loop
    return try await loop.run {
      let pool = PostgresPool(
        PostgresConfiguration(connectionString: url), limits: limits, on: loop)
      do {
        let value = try await body(pool)
        await pool.close(until: PostgresFixture.soon)
        return value
      } catch {
        await pool.close(until: .now)
        throw error
      }
    }
  }

  @Test func reusesOneConnectionForSuccessiveTasks() async throws {
    try await withPool { pool async throws in
      var processes: Set<Int32> = []
      for _ in 0..<20 {
        let process = try await pool.query("select pg_backend_pid()", until: PostgresFixture.soon)[
          0
        ]
        .decode(Int32.self, at: 0)
        processes.insert(process)
      }
      #expect(processes.count == 1)
    }
  }

  @Test func removesTasksThatAreCancelledBeforeTheyQueue() async throws {
    try await withPool(PoolLimits(connectionsMax: 1, waitersMax: 500)) { pool async throws in
      try await pool.withConnection(until: PostgresFixture.soon) { _ in
        let tasks = (0..<300).map { _ in
          pool.loop.start(pool) { pool async throws in
            _ = try await pool.query("select 1", until: .after(.seconds(600)))
          }
        }
        // On another thread, while the tasks begin to wait.
        await Task.detached { for task in tasks { task.cancel() } }.value
        for task in tasks {
          await #expect(throws: PostgresError.cancelled(.notApplied)) { _ = try await task.value }
        }
        #expect(pool.waiterCount == 0)
      }
    }
  }

  /// Returns the processes of connections that are lent at the same time.
  private static func processes(of count: Int, in pool: PostgresPool) async throws -> Set<Int32> {
    guard count > 0 else { return [] }
    return try await pool.withConnection(until: PostgresFixture.soon) { connection in
      try await processes(of: count - 1, in: pool).union([connection.backendProcess])
    }
  }

  @Test func keepsTheSessionsOfCancelledTasks() async throws {
    try await withPool(PoolLimits(connectionsMax: 3, waitersMax: 100)) { pool async throws in
      let before = try await Self.processes(of: 3, in: pool)
      #expect(before.count == 3)
      // More than a socket takes at once, so that some statements are cancelled during sending.
      let large = [UInt8](repeating: 7, count: 4 << 20)
      for round in 0..<36 {
        let task = pool.loop.start(pool) { pool async throws in
          switch round % 3 {
          case 0: _ = try await pool.query("select pg_sleep(0.01)", until: PostgresFixture.soon)
          case 1:
            _ = try await pool.pipeline(["select length(\(large))"], until: PostgresFixture.soon)
          default:
            _ = try await pool.withConnection(until: PostgresFixture.soon) { connection in
              try await connection.transaction(until: PostgresFixture.soon) { connection in
                try await connection.query("select pg_sleep(0.005)", until: PostgresFixture.soon)
              }
            }
          }
        }
        try await pool.loop.sleep(until: .after(.microseconds(Int64.random(in: 0...10_000))))
        task.cancel()
        _ = await task.result
      }
      #expect(try await Self.processes(of: 3, in: pool) == before)
    }
  }

  @Test func failsTasksBeyondTheDeadlineOrTheQueue() async throws {
    try await withPool(PoolLimits(connectionsMax: 1, waitersMax: 1)) { pool async throws in
      try await pool.withConnection(until: PostgresFixture.soon) { _ in
        await #expect(throws: PostgresError.poolExhausted) {
          try await pool.query("select 1", until: .after(.milliseconds(50)))
        }
        let waiting = pool.loop.start(pool) { pool async throws in
          try await pool.query("select 1", until: PostgresFixture.soon).count
        }
        while pool.waiterCount == 0 { await Task.yield() }
        await #expect(throws: PostgresError.poolExhausted) {
          try await pool.query("select 1", until: PostgresFixture.soon)
        }
        waiting.cancel()
        await #expect(throws: PostgresError.cancelled(.notApplied)) { try await waiting.value }
      }
      let rows = try await pool.query("select 1", until: PostgresFixture.soon)
      #expect(rows.count == 1)
    }
  }

  @Test func replacesAConnectionThatEndedWhileIdle() async throws {
    try await withPool { pool async throws in
      let bound = LoopBound(pool, on: pool.loop)
      try await PostgresFixture.withConnection { killer async throws in
        for _ in 0..<5 {
          let process = try await bound.value.withConnection(until: PostgresFixture.soon) {
            $0.backendProcess
          }
          let end: SQL = "select pg_terminate_backend(\(process), 5000)"
          #expect(try await killer.value(Bool.self, end))
          let rows = try await bound.value.query("select 1", until: PostgresFixture.soon)
          #expect(rows.count == 1)
        }
      }
    }
  }

  @Test func discardsConnectionsReturnedInsideATransaction() async throws {
    try await withPool(PoolLimits(connectionsMax: 1)) { pool async throws in
      let first = try await pool.withConnection(until: PostgresFixture.soon) { connection in
        try await connection.execute(script: "begin", until: PostgresFixture.soon)
        return connection.backendProcess
      }
      await #expect(throws: Enough.self) {
        try await pool.withConnection(until: PostgresFixture.soon) { connection in
          #expect(connection.backendProcess != first)
          connection.close()
          throw Enough()
        }
      }
      let rows = try await pool.query("select 1", until: PostgresFixture.soon)
      #expect(rows.count == 1)
    }
  }

  @Test func failsSoonWhileNoServerResponds() async throws {
    let limits = PoolLimits(connectionsMax: 2, unavailableTimeout: .milliseconds(100))
    try await withPool(limits, url: "host=/nowhere") { pool async throws in
      for _ in 0..<3 {
        do throws(PostgresError) {
          try await pool.query("select 1", until: PostgresFixture.soon)
          Issue.record("it succeeded")
        } catch .unavailable(let failure, let retryAfter) {
          #expect(failure.cause == .unreachable)
          #expect(retryAfter >= .seconds(1) && retryAfter < .seconds(5))
        }
      }
    }
  }

  @Test func waitsForLentConnectionsUntilTheDeadlineWhenClosing() async throws {
    let loop = PostgresFixture.loop
    try await loop.run {
      let pool = PostgresPool(PostgresFixture.configuration(), on: loop)
      let working = loop.start(pool) { pool async throws in
        try await pool.query("select pg_sleep(0.2)", until: PostgresFixture.soon).count
      }
      while pool.lentCount == 0 { await Task.yield() }
      await pool.close(until: PostgresFixture.soon)
      let count = try await working.value
      #expect(count == 1)
      await #expect(throws: PostgresError.closed) {
        try await pool.query("select 1", until: PostgresFixture.soon)
      }

      let hurried = PostgresPool(PostgresFixture.configuration(), on: loop)
      let late = loop.start(hurried) { hurried async throws in
        try await hurried.query("select pg_sleep(60)", until: PostgresFixture.soon).count
      }
      while hurried.lentCount == 0 { await Task.yield() }
      await hurried.close(until: .after(.milliseconds(50)))
      await #expect(throws: PostgresError.self) { try await late.value }
    }
  }
}
