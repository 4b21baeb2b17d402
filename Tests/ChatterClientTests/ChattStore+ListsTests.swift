import Chatter
import Observation
import System
import TestSupport
import Testing

@testable import ChatterClient

@MainActor
struct ChattStoreListsTests {
  private static let id = "01234567-89ab-7def-8123-456789abcdef"

  private static func row(_ message: String) -> String {
    #"[["ada","\#(message)","\#(id)","2025-01-02T03:04:05Z",null]]"#
  }

  private func store(
    _ transport: any Transport, clock: JumpingClock = JumpingClock(),
    retries: RetryPolicy = .never
  ) throws -> ChattStore {
    ChattStore(
      RemoteCalls(
        server: try Server(url: "https://chatter.test"), transport: transport, retries: retries,
        clock: clock))
  }

  /// Returns whether observers of the list are notified while the body runs.
  private func notifies(
    _ store: ChattStore, _ body: () async throws -> Void
  ) async throws -> Bool {
    let isNotified = Lock(false)
    withObservationTracking {
      _ = store.chatts
    } onChange: {
      isNotified.withLock { $0 = true }
    }
    try await body()
    return isNotified.withLock { $0 }
  }

  @Test func notifiesObserversOnlyOfChanges() async throws {
    let store = try store(
      ScriptedTransport([
        .response(200, Self.row("a")), .response(200, Self.row("a")), .response(200, Self.row("b")),
        .response(200, "[]"),
      ]))
    #expect(try await notifies(store) { try await store.getChatts() })
    #expect(try await !notifies(store) { try await store.getChatts() })
    #expect(try await notifies(store) { try await store.getChatts() })
    #expect(store.chatts.map(\.message) == ["b"])
    #expect(try await notifies(store) { try await store.getChatts() })
  }

  @Test func requestsAListConditionally() async throws {
    let transport = ScriptedTransport([
      .response(200, Self.row("a"), entityTag: #""1""#), .response(304, ""),
      .failure(.network(.refused)), .response(304, ""), .response(200, Self.row("b")),
      .response(304, ""),
    ])
    let store = try store(transport)
    try await store.getChatts()
    #expect(try await !notifies(store) { try await store.getChatts() })
    #expect(store.chatts.map(\.message) == ["a"] && !store.isRetrieving)
    try? await store.getChatts()
    #expect(store.lastError == .network(.refused))
    try await store.getChatts()
    #expect(store.lastError == nil)
    try await store.getChatts()
    #expect(store.chatts.map(\.message) == ["b"])
    // The last list had no entity tag, so that the server cannot report it as unchanged.
    await #expect(throws: ClientError.self) { try await store.getChatts() }
    let tag = #""1""#
    #expect(transport.requests.map(\.entityTag) == [nil, tag, tag, tag, tag, nil])
  }

  @Test func getsAListWithoutClipsWhenItIsTooLarge() async throws {
    let error = ClientError.tooLarge(bytesMax: 1)
    let transport = ScriptedTransport([
      .failure(error), .response(200, #"[["ada","a",null,"t"]]"#, entityTag: #""1""#),
      .response(304, ""), .failure(.network(.refused)),
    ])
    let store = try store(transport)
    for _ in 0..<2 {
      try await store.getChatts()
      #expect(store.chatts.map(\.message) == ["a"] && store.lastError == error)
    }
    await #expect(throws: ClientError.network(.refused)) { try await store.getChatts() }
    #expect(
      transport.requests.map(\.call) == [.getAudio, .getChatts, .getChatts, .getChatts])
    #expect(transport.requests.map(\.entityTag) == [nil, nil, #""1""#, #""1""#])
  }

  @Test func sendsAndStoresTheKeyOfTheCaller() async throws {
    let transport = ScriptedTransport([.failure(.network(.cutOff)), .response(200, "{}")])
    let store = try store(transport)
    let chatt = NewChatt(username: "ada", message: "m")
    let key = try PostKey(fieldValue: "mine", call: .postChatt)
    try? await store.postChatt(chatt, once: key, refreshing: false)
    try await store.postChatt(chatt, refreshing: false)
    try await store.postChatt(chatt, once: key, refreshing: false)
    #expect(transport.requests.map(\.key) == [key, key, key])
  }

  @Test func reusesTheKeyForAnHourAfterAnUnknownOutcome() async throws {
    let clock = JumpingClock()
    let transport = ScriptedTransport([
      .failure(.network(.timedOut)), .response(503, ""), .response(200, "{}"), .response(200, "{}"),
      .failure(.network(.cutOff)), .response(200, "{}"), .response(422, ""),
    ])
    let store = try store(transport, clock: clock)
    let chatt = NewChatt(username: "ada", message: "m")
    func post(_ chatt: NewChatt) async {
      try? await store.postChatt(chatt, refreshing: false)
    }
    await post(chatt)
    #expect(store.unsettledKey(of: chatt) == transport.requests[0].key, "it stays stored")
    for _ in 0..<4 { await post(chatt) }
    clock.pass(.seconds(3600))
    #expect(store.unsettledKey(of: chatt) == nil)
    for _ in 0..<3 { await post(chatt) }
    let keys = transport.requests.map(\.key)
    #expect(keys.allSatisfy { $0 != nil })
    #expect(keys[0] == keys[1] && keys[1] == keys[2])
    // After a post that was stored or refused, and after an hour, a post has a new key.
    #expect(Set(keys[2...]).count == keys[2...].count)
  }
}
