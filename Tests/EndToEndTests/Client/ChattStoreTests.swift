import Chatter
import ChatterClient
import TestSupport
import Testing

@Suite("ChattStore on a server (needs PostgreSQL and a socket)", .needs(.postgreSQL))
struct ChattStoreTests {
  @Test(
    "a text and a clip are posted, listed newest first, and have date, duration, codec and bytes")
  @MainActor
  func postAndGet() async throws {
    let server = try await ServerProcess()
    let store = ChattStore(try server.asServer())
    try await store.getChatts()
    #expect(store.chatts.isEmpty)
    try await store.postChatt(NewChatt(username: "ada", message: "hé"))
    let clip = try TinyClip.clip()
    try await store.postChatt(NewChatt(username: "bob", message: nil, audio: clip))
    #expect(store.chatts.map(\.username) == ["bob", "ada"])
    #expect(store.chatts.allSatisfy { $0.date != nil && $0.id != nil })
    #expect(try store.chatts[0].clip()?.facts == clip.facts)
    #expect(try store.chatts[1].clip() == nil)
    #expect(try await server.stop() == .exited(0))
    await #expect(throws: ClientError.network(.refused)) { try await store.getChatts() }
    #expect(store.chatts.count == 2 && !store.isRetrieving)
    #expect(store.lastError == .network(.refused))
  }

  @Test("the lists of a server without ids are read")
  @MainActor
  func withoutIDs() async throws {
    let server = try await ServerProcess(options: ["--list-ids", "off"])
    var place = try server.asServer()
    place.ids = .without
    let store = ChattStore(place)
    try await store.postChatt(NewChatt(username: "ada", message: "m"))
    #expect(store.chatts.map(\.message) == ["m"] && store.chatts[0].id == nil)
    #expect(store.skippedCount == 0)
    #expect(try await server.stop() == .exited(0))
  }
}
