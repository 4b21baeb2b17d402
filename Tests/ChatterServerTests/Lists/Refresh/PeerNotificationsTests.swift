import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer

@Suite(.needs(.postgreSQL))
struct PeerNotificationsTests {
  /// The number of refreshes of a server's lists.
  private final class Count: Sendable {
    let value = Lock(0)
  }

  private func withServers(
    _ body: @escaping @Sendable ([PeerNotifications], [Count]) async throws -> Void
  ) async throws {
    let database = try await TestDatabase()
    let loop = TimelineDatabase.loops[0]
    try await loop.run {
      let configuration = PostgresConfiguration(connectionString: database.url)
      let counts = [Count(), Count()]
      let pools = counts.map { _ in
        PostgresPool(configuration, limits: PoolLimits(connectionsMax: 2), on: loop)
      }
      let servers = zip(pools, counts).map { pool, count in
        PeerNotifications(pool) { count.value.withLock { $0 += 1 } }
      }
      let tasks = servers.map { server in
        Task(executorPreference: loop) { await server.run() }
      }
      defer { for task in tasks { task.cancel() } }
      try await body(servers, counts)
      for pool in pools { await pool.close(until: .after(.seconds(5))) }
    }
  }

  @Test func notifiesPeersOfPostsButNotItself() async throws {
    try await withServers { servers, counts in
      try await eventually { servers.allSatisfy(\.hasPeers) }
      servers[0].announcePost()
      try await eventually { counts[1].value.withLock { $0 } >= 1 }
      #expect(counts[0].value.withLock { $0 } == 0)
      servers[1].announcePost()
      try await eventually { counts[0].value.withLock { $0 } >= 1 }
    }
  }

  @Test func combinesManyPostsIntoFewNotifications() async throws {
    try await withServers { servers, counts in
      try await eventually { servers.allSatisfy(\.hasPeers) }
      for _ in 0..<1000 { servers[0].announcePost() }
      try await eventually { counts[1].value.withLock { $0 } >= 1 }
      #expect(counts[1].value.withLock { $0 } < 10)
    }
  }

  @Test func doesNotListenBehindAPooler() async throws {
    let database = try await TestDatabase()
    let pooler = try await TransactionPooler(before: database, serversMax: 1)
    let loop = TimelineDatabase.loops[0]
    try await loop.run {
      let configuration = PostgresConfiguration(connectionString: pooler.url)
      let pool = PostgresPool(configuration, limits: PoolLimits(connectionsMax: 1), on: loop)
      let notifications = PeerNotifications(pool) {}
      let task = Task(executorPreference: loop) { await notifications.run() }
      // The listener closes its connection.
      try await eventually { pooler.log.contains("client close request") }
      let listening = try await pool.query(
        "select count(*) from pg_listening_channels()", until: .after(hangTimeout))
      #expect(try listening[0].decode(Int.self, at: 0) == 0)
      task.cancel()
      await pool.close(until: .after(.seconds(5)))
    }
  }

  @Test func sendsNothingWithoutPeers() async throws {
    let database = try await TestDatabase()
    let loop = TimelineDatabase.loops[0]
    try await loop.run {
      let configuration = PostgresConfiguration(connectionString: database.url)
      let pool = PostgresPool(configuration, limits: PoolLimits(connectionsMax: 1), on: loop)
      let notifications = PeerNotifications(pool) {}
      notifications.announcePost()
      #expect(!notifications.hasPeers)
      #expect(pool.lentCount == 0)
      await pool.close(until: .after(.seconds(5)))
    }
  }
}
