import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct PostgresConnectionTests {
  @Test func rejectsStatementsAfterClosing() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      #expect(connection.backendProcess > 0)
      #expect(connection.isReusable)
      connection.close()
      #expect(connection.isClosed)
      await #expect(throws: PostgresError.closed) {
        try await connection.query("select 1", until: PostgresFixture.soon)
      }
    }
  }

  @Test func detectsAnIdleConnectionThatWasTerminated() async throws {
    try await PostgresFixture.withConnection { victim async throws in
      #expect(victim.isAlive())
      let process = victim.backendProcess
      let killer = try await PostgresFixture.connect()
      try await killer.query(
        "select pg_terminate_backend(\(process), 5000)", until: PostgresFixture.soon)
      killer.close()
      #expect(!victim.isAlive())
      #expect(victim.isClosed)
    }
  }

  @Test func dropsNotificationsThatWereNotRequested() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      for isDropped in [false, true] {
        // As in a pooler's session in which another client listens.
        try await connection.execute(
          script: "listen litter; notify litter", until: PostgresFixture.soon)
        if isDropped { #expect(connection.isAlive()) }
        let isPending =
          (try? await connection.nextNotification(
            until: isDropped ? .after(.milliseconds(50)) : PostgresFixture.soon)) != nil
        #expect(isPending == !isDropped)
      }
    }
  }

  @Test func rejectsASecondStatementAtTheSameTime() async throws {
    try await PostgresFixture.withConnection { connection async throws in
      let first = connection.loop.start(connection) { connection async throws in
        try await connection.query("select pg_sleep(0.2)", until: PostgresFixture.soon).count
      }
      while !connection.isBusy { await Task.yield() }
      await #expect(throws: PostgresError.connectionBusy) {
        try await connection.query("select 1", until: PostgresFixture.soon)
      }
      #expect(try await first.value == 1)
    }
  }

  @Test func closesItsSocketWhenReleased() async throws {
    let loop = try EventLoop(name: "descriptors")
    defer { loop.stop() }
    let process = try await loop.run {
      var processes: Set<Int32> = []
      for _ in 0..<200 {
        let connection = try await PostgresFixture.connect(on: loop)
        processes.insert(connection.backendProcess)
      }
      // Descriptor numbers stay low unless sockets leak.
      let last = try await PostgresFixture.connect(on: loop)
      #expect(last.registration?.descriptor ?? .max < 200)
      return processes.count
    }
    #expect(process > 1)
  }

  @Test(
    arguments: [
      ("192.0.2.1", false, true), ("2001:db8::1", false, true), ("192.0.2.1", true, false),
      ("127.0.0.1", false, false), ("::1", false, false), ("", false, false),
    ])
  func isExposedOnANetworkWithoutTLS(address: String, usesTLS: Bool, isExposed: Bool) {
    #expect(PostgresConnection.isExposed(to: address, usesTLS: usesTLS) == isExposed)
  }
}
