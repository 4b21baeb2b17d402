import EventLoop
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct PostgresConnectionTests {
  @Test("an open connection tells its server, and a closed one refuses statements")
  func close() async throws {
    try await Fixture.withConnection { connection async throws in
      #expect(await connection.backendProcess > 0)
      #expect(await connection.serverVersion >= 130_000)
      #expect(await connection.isReusable)
      await connection.close()
      #expect(await connection.isClosed)
      await #expect(throws: PostgresError.closed) {
        try await connection.query("select 1", until: Fixture.soon)
      }
    }
  }

  @Test("an idle connection whose server process was ended is found dead")
  func terminatedIdle() async throws {
    try await Fixture.withConnection { victim async throws in
      #expect(await victim.isAlive())
      let process = await victim.backendProcess
      let loop = victim.loop
      let killer = try await PostgresConnection.connect(
        Fixture.configuration(), on: loop, until: Fixture.soon)
      try await killer.query("select pg_terminate_backend(\(process), 5000)", until: Fixture.soon)
      await killer.close()
      #expect(await !victim.isAlive())
      #expect(await victim.isClosed)
    }
  }

  @Test("what a session was notified of that nobody asked for is not kept")
  func notifications() async throws {
    try await Fixture.withConnection { connection async throws in
      for isDropped in [false, true] {
        // In a pooler, somebody else's session that listens.
        try await connection.execute(
          script: "listen litter; notify litter", until: Fixture.soon)
        if isDropped { #expect(await connection.isAlive()) }
        let isKept =
          (try? await connection.nextNotification(until: .after(.milliseconds(50)))) != nil
        #expect(isKept == !isDropped)
      }
    }
  }

  @Test("a second statement at the same time is refused, and the first one goes on")
  func busy() async throws {
    try await Fixture.withConnection { connection async throws in
      async let first = connection.query("select pg_sleep(0.2)", until: Fixture.soon)
      while await !connection.isBusy { await Task.yield() }
      await #expect(throws: PostgresError.connectionBusy) {
        try await connection.query("select 1", until: Fixture.soon)
      }
      #expect(try await first.count == 1)
    }
  }

  @Test("a connection that nobody holds any more gives its socket back")
  func descriptors() async throws {
    let loop = try EventLoop(name: "descriptors")
    defer { loop.stop() }
    let process = try await loop.run {
      var processes: Set<Int32> = []
      for _ in 0..<200 {
        let connection = try await PostgresConnection.connect(
          Fixture.configuration(), on: loop, until: Fixture.soon)
        processes.insert(await connection.backendProcess)
      }
      // Descriptors are few: a leak of sockets would drive their numbers up.
      let last = try await PostgresConnection.connect(
        Fixture.configuration(), on: loop, until: Fixture.soon)
      #expect(await last.registration?.descriptor ?? .max < 200)
      return processes.count
    }
    #expect(process > 1)
  }
}
