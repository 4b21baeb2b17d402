import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct AccessTokenTableTests {
  private func withConnection<Value: Sendable>(
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    try await TimelineDatabase().withTimeline { timeline in
      try await timeline.pool.withConnection(until: .after(.seconds(60)), body)
    }
  }

  @Test func listsTokensByUserWithoutSecrets() async throws {
    try await withConnection { connection in
      #expect(try await AccessTokenTable.entries(on: connection).isEmpty)
      var ids: [Int64] = []
      for (username, life) in [("bob", nil), ("ann", Duration.seconds(60)), ("ann", nil)] {
        ids.append(
          try await AccessTokenTable.add(
            AccessToken(), of: username, life: life, on: connection))
      }
      let entries = try await AccessTokenTable.entries(on: connection)
      #expect(entries.map(\.username) == ["ann", "ann", "bob"])
      #expect(entries.map(\.id) == [ids[1], ids[2], ids[0]])
      #expect(entries.allSatisfy { $0.lastUsed == nil })
      let end = try #require(entries[0].expiresAt)
      let life = end.microsecondsSince1970 - entries[0].createdAt.microsecondsSince1970
      #expect(abs(life - 60_000_000) < 1_000_000)
      #expect(entries[1].expiresAt == nil)
    }
  }

  @Test func revokesAllTokensOfAUserOrOneByItsNumber() async throws {
    try await withConnection { connection in
      var ids: [Int64] = []
      for username in ["ann", "ann", "ann", "bob"] {
        ids.append(
          try await AccessTokenTable.add(
            AccessToken(), of: username, life: nil, on: connection))
      }
      // The number of another user's token.
      #expect(try await AccessTokenTable.revoke("ann", id: ids[3], on: connection) == 0)
      #expect(try await AccessTokenTable.revoke("ann", id: ids[1], on: connection) == 1)
      #expect(
        try await AccessTokenTable.entries(on: connection).map(\.id) == [ids[0], ids[2], ids[3]])
      #expect(try await AccessTokenTable.revoke("ann", id: nil, on: connection) == 2)
      #expect(try await AccessTokenTable.revoke("ann", id: nil, on: connection) == 0)
      #expect(try await AccessTokenTable.entries(on: connection).map(\.username) == ["bob"])
    }
  }
}
