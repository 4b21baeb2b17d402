import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct UnreadListsTests {
  static let postCount = 300

  @Test func listsEveryRowBeyondTheListMemory() async throws {
    let server = try await UnreadLists.server()
    try await server.attacked { try await UnreadLists.post(Self.postCount, $0) }
    let rows = try await server.withClient { try await $0.rows() }
    #expect(rows.count == Self.postCount + 1)
    #expect(Set(rows.compactMap(\.first)).count == Self.postCount + 1)
    try await Self.holdsLittle(server)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func releasesOldRowsDespiteUnreadLists() async throws {
    let server = try await UnreadLists.server()
    try await server.attacked { attack in
      try await UnreadLists.postAndRequest(120, attack) { try await Self.holdsLittle(server) }
    }
    #expect(try await server.withClient { try await $0.rows().count } == 121)
    #expect(try await server.stop() == .exited(0))
  }

  private static func holdsLittle(_ server: ServerProcess) async throws {
    try await eventually {
      try await server.figure("chatterd_list_memory_bytes") <= UnreadLists.heldBytesMax
    }
  }
}
