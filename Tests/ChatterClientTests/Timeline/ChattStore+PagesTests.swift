import Chatter
import Curl
import TestSupport
import Testing

@testable import ChatterClient

@MainActor
struct ChattStorePagesTests {
  private let tokens = MemoryTokens()

  private func store(
    _ outcomes: [ScriptedTransport.Outcome], isHeld: Bool = false, token: AccessToken? = nil
  ) throws -> (ChattStore, ScriptedTransport) {
    let transport = ScriptedTransport(outcomes, isHeld: isHeld)
    var server = try Server(url: "https://chatter.test")
    server.token = token
    let calls = RemoteCalls(
      server: server, transport: transport, retries: .never, clock: JumpingClock())
    return (ChattStore(calls, tokens: tokens), transport)
  }

  private func page(_ numbers: [Int], next: String? = nil) -> ScriptedTransport.Outcome {
    .response(200, V1Body.Page.body(numbers, next: next))
  }

  private func posted(_ number: Int) -> ScriptedTransport.Outcome {
    .response(201, Chatt.numbered(number).json.dropLast() + #","deleteToken":"t\#(number)"}"#)
  }

  @Test func showsTheNewestPageAndThenOlderOnes() async throws {
    let (store, transport) = try store([
      page([9, 8], next: "a"), page([7, 6, 5], next: "b"), page([4]),
    ])
    try await store.newestChatts()
    #expect(store.numbers == [9, 8] && store.hasOlder)
    let rows = store.chatts.map(\.altRow)
    #expect(try await store.olderChatts())
    #expect(store.numbers == [9, 8, 7, 6, 5])
    #expect(Array(store.chatts.map(\.altRow).prefix(2)) == rows, "a row keeps its background")
    #expect(zip(store.chatts, store.chatts.dropFirst()).allSatisfy { $0.altRow != $1.altRow })
    #expect(try await !store.olderChatts())
    #expect(store.numbers == [9, 8, 7, 6, 5, 4] && !store.hasOlder)
    #expect(try await !store.olderChatts())
    #expect(
      transport.requests.map(\.v1) == [nil, "a", "b"].map { .page(before: $0, limit: 50) })
  }

  @Test func getsTheListFromAServerWithoutPages() async throws {
    let list = #"[["ada","1",null,"t","AAEC"]]"#
    let (store, transport) = try store([.response(404, ""), .response(200, list)])
    try await store.newestChatts()
    #expect(store.numbers == [1] && !store.hasOlder && store.chatts[0].audio == "AAEC")
    try await store.newestChatts()
    #expect(transport.requests.map(\.call) == [.getChatts, .getAudio, .getAudio])
    #expect(try await !store.olderChatts())
  }

  @Test func requestsOneOlderPageAtATime() async throws {
    let (store, transport) = try store([page([9], next: "a"), page([8], next: "b")])
    try await store.newestChatts()
    let tasks = (0..<3).map { _ in Task { try await store.olderChatts() } }
    for task in tasks { #expect(try await task.value) }
    #expect(store.numbers == [9, 8] && transport.requests.count == 2)
  }

  @Test func keepsThePagesWhenAnOlderOneFails() async throws {
    let (store, _) = try store([
      page([9], next: "a"), .failure(.network(.refused)), page([8]),
    ])
    try await store.newestChatts()
    await #expect(throws: ClientError.network(.refused)) { try await store.olderChatts() }
    #expect(store.numbers == [9] && store.hasOlder && store.lastError == .network(.refused))
    try await store.olderChatts()
    #expect(store.numbers == [9, 8])
  }

  @Test func getsTheLabsListAfterPages() async throws {
    let (store, _) = try store([
      page([9], next: "a"), .response(200, #"[["ada","1",null,"t","AAEC"]]"#, entityTag: #""1""#),
      page([9], next: "a"),
    ])
    try await store.newestChatts()
    try await store.getChatts()
    #expect(store.numbers == [1] && !store.hasOlder)
    try await store.newestChatts()
    #expect(store.numbers == [9] && store.hasOlder)
  }

  @Test func showsAPostWithoutAnotherRequest() async throws {
    let (store, transport) = try store([page([9], next: "a"), posted(10)])
    try await store.newestChatts()
    try await store.postChatt(NewChatt(username: "ann", message: "10"))
    #expect(store.numbers == [10, 9] && transport.requests.count == 2)
    #expect(store.canDelete(ChattID(number: 10)) && !store.canDelete(ChattID(number: 9)))
  }

  @Test func postsByTheLabCallWithoutATokenStore() async throws {
    let transport = ScriptedTransport([.response(200, "{}")])
    let store = ChattStore(try Server(url: "https://chatter.test"), transport: transport)
    try await store.postChatt(NewChatt(username: "ann", message: "1"), refreshing: false)
    #expect(transport.requests.map(\.v1) == [nil])
  }

  @Test(arguments: [(204, Deletion.deleted), (404, .wasGone)])
  func deletesAnOwnChatt(status: Int, deletion: Deletion) async throws {
    let (store, transport) = try store([
      page([9], next: "a"), posted(10), .response(status, "{}"),
    ])
    try await store.newestChatts()
    try await store.postChatt(NewChatt(username: "ann", message: "10"))
    #expect(try await store.delete(ChattID(number: 9)) == .notOwn)
    #expect(try await store.delete(ChattID(number: 10)) == deletion)
    #expect(store.numbers == [9] && !store.canDelete(ChattID(number: 10)))
    #expect(transport.requests.last?.token == AccessToken("t10"))
  }

  @Test(arguments: [(204, Deletion.deleted), (403, .notOwn)])
  func deletesWithTheTokenOfTheUserWithoutThatOfTheChatt(
    status: Int, deletion: Deletion
  ) async throws {
    let token = try #require(AccessToken("abc", username: "bob"))
    let (store, transport) = try store(
      [page([9]), .response(status, #"{"detail":"other"}"#)], token: token)
    try await store.newestChatts()
    #expect(try await store.delete(ChattID(number: 9)) == deletion)
    #expect(transport.requests.last?.token == token)
    #expect(store.numbers == (deletion == .deleted ? [] : [9]))
  }

  @Test func knowsTheChattsOfTheUserOfTheToken() async throws {
    for (username, canDelete) in [("ann", true), ("bob", false)] {
      let (store, _) = try store([page([9])], token: AccessToken("abc", username: username))
      #expect(!store.canDelete(ChattID(number: 9)), "it is not in the list yet")
      try await store.newestChatts()
      #expect(store.canDelete(ChattID(number: 9)) == canDelete)
    }
  }

  @Test(arguments: ["", "a b", "a\r\nX: y", "é"])
  func sendsNoDamagedToken(text: String) async throws {
    let (store, transport) = try store([page([9])])
    try await store.newestChatts()
    tokens.keep(text, of: ChattID(number: 9), on: store.server)
    await #expect(throws: ClientError.status(403, "the stored token is damaged")) {
      try await store.delete(ChattID(number: 9))
    }
    #expect(transport.requests.count == 1)
  }

  @Test func keepsAChattThatTheServerDoesNotDelete() async throws {
    let (store, _) = try store([page([9]), posted(10), .response(503, #"{"detail":"later"}"#)])
    try await store.newestChatts()
    try await store.postChatt(NewChatt(username: "ann", message: "10"))
    await #expect(throws: ClientError.status(503, "later")) {
      try await store.delete(ChattID(number: 10))
    }
    #expect(store.numbers == [10, 9] && store.canDelete(ChattID(number: 10)))
  }

  @Test func returnsClipsOfListsAndOfURLs() async throws {
    let bytes: [UInt8] = [1, 2, 3]
    let link = ClipLink(
      url: "/v1/audio/a.m4a", codec: "aac-lc", duration: .seconds(1), sampleRate: 8000,
      channels: 1, byteCount: 3, sha256: try #require(CurlDigest.sha256(of: bytes)))
    let (store, transport) = try store([
      .success(TransportResponse(status: 200, body: bytes)), .response(404, #"{"detail":"gone"}"#),
    ])
    let linked = Chatt.numbered(1, clip: link)
    #expect(try await store.clip(of: linked) == bytes)
    #expect(transport.requests.map(\.v1) == [.clip(url: link.url)])
    #expect(try await store.clip(of: Chatt(audio: "AQID")) == bytes)
    #expect(try await store.clip(of: Chatt(message: "m")) == nil)
    #expect(transport.requests.count == 1)
    await #expect(throws: ClientError.status(404, "gone")) { try await store.clip(of: linked) }
  }

  /// The older page belongs to a timeline that is gone.
  @Test func dropsAnOlderPageWhenTheTimelineStartsOver() async throws {
    let (store, transport) = try store(
      [page([9], next: "a"), page([8], next: "b"), page([30], next: "c")], isHeld: true)
    let first = Task { try await store.newestChatts() }
    try await eventually { transport.requests.count == 1 }
    transport.release(.getChatts)
    try await first.value
    let older = Task { try await store.olderChatts() }
    try await eventually { transport.requests.count == 2 }
    store.take(.numbered([30], next: "c"), requestedAt: 1)
    transport.release()
    #expect(try await older.value)
    #expect(store.numbers == [30])
  }
}

extension ChattStore {
  /// The numbers of the chatts.
  var numbers: [Int] { chatts.compactMap { $0.message.flatMap { Int($0) } } }
}
