import Foundation
import Postgres
import Synchronization
import System
import TestSupport
import Testing

@testable import PrivateCluster

@Suite(.needs(.postgreSQL), .serialized) struct PrivateClusterSupervisionTests {
  @Test func restartsAKilledServer() async throws {
    let directory = try await ClusterFixture.directory()
    let cluster = try await ClusterFixture.start(directory)
    let restarts = Atomic<Int>(0)
    cluster.supervise { event in
      if case .restarted = event { restarts.add(1, ordering: .relaxed) }
    }
    let (loop, string) = (PostgresFixture.loop, cluster.connectionString)
    let written = try await loop.run {
      let pool = PostgresPool(PostgresConfiguration(connectionString: string), on: loop)
      try await pool.query("create table kept (n int8 primary key)", until: PostgresFixture.soon)
      var stored = 0
      for round in 0..<3 {
        if let process = cluster.process { kill(process, SIGKILL) }
        let limit = PostgresFixture.soon
        while true {
          var isStored = true
          do {
            try await pool.query("insert into kept values (\(round))", until: PostgresFixture.soon)
          } catch let error as PostgresError {
            // A remaining process of the killed server may have stored the row without a response.
            isStored = error.sqlState == .uniqueViolation
          }
          if isStored {
            stored += 1
            // A remaining process may also have responded: wait for the new server.
            while restarts.load(ordering: .relaxed) <= round, !limit.hasPassed {
              try await loop.sleep(until: .after(.milliseconds(5)))
            }
            break
          }
          if limit.hasPassed { break }
          try await loop.sleep(until: .after(.milliseconds(10)))
        }
      }
      await pool.close(until: PostgresFixture.soon)
      return stored
    }
    #expect(written == 3)
    #expect(try await ClusterFixture.number("select count(*) from kept", in: cluster) == 3)
    #expect(restarts.load(ordering: .relaxed) == 3)
    await ClusterFixture.blocking { cluster.stop() }
    #expect(cluster.process == nil)
  }

  @Test func retriesUntilTheServerStarts() async throws {
    let directory = try await ClusterFixture.directory()
    let cluster = try await ClusterFixture.start(directory)
    let events = Lock<[String]>([])
    let data = directory.path(of: "cluster/data")
    try FileManager.default.moveItem(atPath: data + "/global", toPath: data + "/elsewhere")
    let process = try #require(cluster.process)
    kill(process, SIGKILL)
    cluster.supervise { event in
      switch event {
      case .restarted: events.withLock { $0.append("restarted") }
      case .restartFailed: events.withLock { $0.append("failed") }
      case .unwatched: events.withLock { $0.append("unwatched") }
      }
    }
    try await eventually { events.withLock { !$0.isEmpty } }
    try FileManager.default.moveItem(atPath: data + "/elsewhere", toPath: data + "/global")
    try await eventually { events.withLock { $0.last == "restarted" } }
    #expect(events.withLock { $0.first } == "failed")
    #expect(try await ClusterFixture.number("select 1::int8", in: cluster) == 1)
    await ClusterFixture.blocking { cluster.stop() }
  }
}
