import EventLoop
import Postgres
import TestSupport
import Testing

@testable import ChatterDaemon

@Suite(.needs(.postgreSQL))
struct DatabaseServerTests {
  @Test func warnsAboutEachSettingThatMayLoseAcknowledgedChatts() {
    var server = DatabaseServer()
    #expect(server.faults == [])
    server.standbyCount = 2
    #expect(server.faults.map(\.kind) == [.standbysAsynchronous])
    server.waitsForStandby = true
    #expect(server.faults == [])
    server.syncsFiles = false
    server.writesFullPages = false
    #expect(server.faults.map(\.kind) == [.fsyncOff, .fullPageWritesOff])
  }

  @Test func warnsOfAConnectionThatIsNotEncrypted() {
    let server = DatabaseServer(isExposed: true)
    #expect(server.faults.map(\.kind) == [.databaseUnencrypted])
  }

  @Test func readsTheSettingsAndTheLowestConnectionLimit() async throws {
    let database = try await TestDatabase()
    let url = database.url
    let loop = try EventLoop(name: "settings")
    defer { loop.stop() }
    let read = { @Sendable in
      try await loop.run {
        let connection = try await PostgresConnection.connect(
          PostgresConfiguration(connectionString: url), on: loop, until: .after(hangTimeout))
        let server = try await DatabaseServer.read(
          from: connection, until: .after(hangTimeout))
        connection.close()
        return server
      }
    }
    let shown = try await database.run("show max_connections")
    let reserved = try await database.run("show superuser_reserved_connections")
    let server = try await read()
    let allowed = try #require(Int(shown)) - #require(Int(reserved))
    #expect(server.connectionsAllowed == allowed)
    #expect(server.syncsFiles && server.writesFullPages && server.standbyCount == 0)
    #expect(!server.isExposed, "a Unix socket")
    try await database.run("alter database \(database.name) connection limit 12")
    #expect(try await read().connectionsAllowed == 12)
  }
}
