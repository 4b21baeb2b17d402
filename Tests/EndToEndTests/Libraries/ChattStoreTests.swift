import Chatter
import ChatterClient
import System
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ChattStoreTests {
  @Test @MainActor func postsAndListsTextsAndClips() async throws {
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

  @Test @MainActor func revalidatesUnchangedListsWith304() async throws {
    let server = try await ServerProcess()
    let transport = StatusRecorder()
    let store = ChattStore(try server.asServer(), transport: transport)
    let clip = NewChatt(username: "ada", message: "m", audio: try TinyClip.clip())
    try await store.postChatt(clip, refreshing: false)
    for _ in 0..<3 { try await store.getChatts() }
    try await store.postChatt(NewChatt(username: "bob", message: "n"))
    #expect(transport.statuses.withLock { $0 } == [200, 200, 304, 304, 200, 200])
    #expect(store.chatts.map(\.username) == ["bob", "ada"] && store.chatts[1].audio != nil)
    #expect(try await server.stop() == .exited(0))
  }
}

/// The client's own transport, which records the status of each response.
private final class StatusRecorder: Transport {
  let statuses = Lock<[Int]>([])
  private let transport = CurlTransport()

  func send(
    _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) -> TransportResponse {
    let response = try await transport.send(request, progress: progress)
    #expect(response.isHTTP2)
    statuses.withLock { $0.append(response.status) }
    return response
  }
}
