import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL), .serialized) struct LargeValueTests {
  @Test func transfersThirtyMegabytesWithoutBlockingTheLoop() async throws {
    let loop = try EventLoop(name: "large")
    defer { loop.stop() }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 30_000_000) { buffer, count in
      for index in 0..<30_000_000 { unsafe buffer[index] = UInt8(truncatingIfNeeded: index >> 8) }
      count = 30_000_000
    }
    let tickCount = try await PostgresFixture.withConnection(on: loop) { connection async throws in
      try await connection.execute(
        script: "create temp table t (audio bytea); alter table t alter audio set storage external",
        until: PostgresFixture.soon)
      let began = loop.tick
      try await connection.query("insert into t values (\(bytes))", until: PostgresFixture.soon)
      let rows = try await connection.query("select audio from t", until: PostgresFixture.soon)
      let tickCount = loop.tick - began
      #expect(try rows[0].decode([UInt8].self, at: 0) == bytes)
      return tickCount
    }
    // Other tasks run between its writes and reads. A call that blocks takes one tick.
    #expect(tickCount > 2)
  }
}
