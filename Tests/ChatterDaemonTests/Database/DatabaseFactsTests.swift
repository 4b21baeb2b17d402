import Postgres
import System
import TestSupport
import Testing

@testable import ChatterDaemon

@Suite(.needs(.postgreSQL))
struct DatabaseFactsTests {
  @Test func warnsAboutEachSettingThatMayLoseAcknowledgedChatts() {
    var facts = DatabaseFacts()
    #expect(facts.settingFaults == [])
    facts.standbyCount = 2
    #expect(facts.settingFaults.map(\.kind) == [.standbysAsynchronous])
    facts.waitsForStandby = true
    #expect(facts.settingFaults == [])
    facts.syncsFiles = false
    #expect(facts.settingFaults.map(\.kind) == [.fsyncOff])
  }

  @Test func warnsOfAConnectionThatIsNotEncrypted() {
    let facts = DatabaseFacts(isExposed: true)
    #expect(facts.settingFaults.map(\.kind) == [.databaseUnencrypted])
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
        defer { connection.close() }
        return try await DatabaseFacts(from: connection, until: .after(hangTimeout))
      }
    }
    let shown = try await database.run("show max_connections")
    let reserved = try await database.run("show superuser_reserved_connections")
    let server = try await read()
    let allowed = try #require(Int(shown)) - #require(Int(reserved))
    #expect(server.connectionsAllowed == allowed)
    #expect(server.syncsFiles && server.standbyCount == 0)
    #expect(!server.isExposed, "a Unix socket")
    try await database.run("alter database \(database.name) connection limit 12")
    #expect(try await read().connectionsAllowed == 12)
  }
}
