import Chatter
import TestSupport
import Testing

@testable import ChatterClient

@MainActor
struct ChattStoreTests {
  private static func rows(_ usernames: String...) -> String {
    "[" + usernames.map { #"["\#($0)","m",null,"t",null]"# }.joined(separator: ",") + "]"
  }

  private func store(_ transport: ScriptedTransport) throws -> ChattStore {
    ChattStore(
      RemoteCalls(
        server: try Server(url: "https://chatter.test"), transport: transport,
        clock: JumpingClock()))
  }

  @Test func alternatesTheRowsFromTheOldestOn() async throws {
    let rows = [#"["c","3",null,"t","null"]"#, #"["b","2",null,"t","null"]"#]
    let oldest = #"["a","1",null,"t","null"]"#
    let store = try store(
      ScriptedTransport([
        .response(200, "[\(rows[1]),\(oldest)]"),
        .response(200, "[\(rows[0]),\(rows[1]),\(oldest)]"),
      ]))
    try await store.getChatts()
    #expect(store.chatts.map(\.altRow) == [true, false])
    try await store.getChatts()
    #expect(store.chatts.map(\.altRow) == [false, true, false])
  }

  @Test func storesTheListAndCountsSkippedRows() async throws {
    let body =
      #"[["b","2",null,"t","null"],["a",null,null,null,""],[],["x","y","z"],[1,2,3,4,5],null]"#
    let store = try store(ScriptedTransport([.response(200, body)]))
    try await store.getChatts()
    #expect(store.chatts.map(\.username) == ["b", "a"])
    #expect(store.chatts.allSatisfy { $0.audio == nil })
    #expect(store.skippedCount == 4)
    #expect(!store.isRetrieving)
  }

  @Test(arguments: [true, false])
  func sharesOneRetrievalAmongCallers(fails: Bool) async throws {
    let transport = ScriptedTransport(
      [fails ? .failure(.tls(.expired)) : .response(200, Self.rows("ada"))], isHeld: true)
    let store = try store(transport)
    let callers = (0..<3).map { _ in
      Task { () async -> ClientError? in
        do throws(ClientError) {
          try await store.getChatts()
          return nil
        } catch {
          return error
        }
      }
    }
    try await eventually { !transport.requests.isEmpty }
    #expect(store.isRetrieving)
    transport.release()
    for caller in callers { #expect(await caller.value == (fails ? .tls(.expired) : nil)) }
    #expect(transport.requests.count == 1)
    #expect(!store.isRetrieving)
    #expect(store.lastError == (fails ? .tls(.expired) : nil))
    #expect(store.chatts.count == (fails ? 0 : 1))
  }

  @Test func keepsTheLastListAfterAnError() async throws {
    let store = try store(
      ScriptedTransport([
        .response(200, Self.rows("ada")), .failure(.network(.refused)), .response(200, "[]"),
      ]))
    try await store.getChatts()
    await #expect(throws: ClientError.network(.refused)) { try await store.getChatts() }
    #expect(store.chatts.map(\.username) == ["ada"])
    #expect(store.lastError == .network(.refused) && !store.isRetrieving)
    try await store.getChatts()
    #expect(store.chatts.isEmpty && store.lastError == nil)
  }

  @Test func cancelsTheRetrievalWithItsLastCaller() async throws {
    let transport = ScriptedTransport([.response(200, Self.rows("ada"))], isHeld: true)
    let store = try store(transport)
    let first = Task { try await store.getChatts() }
    let second = Task { try await store.getChatts() }
    try await eventually { !transport.requests.isEmpty }
    first.cancel()
    await #expect(throws: ClientError.cancelled) { try await first.value }
    #expect(store.isRetrieving)
    second.cancel()
    await #expect(throws: ClientError.cancelled) { try await second.value }
    #expect(!store.isRetrieving && store.chatts.isEmpty)
    // What remains of the cancelled retrieval does not affect the next one.
    try await store.getChatts()
    #expect(store.chatts.count == 1 && !store.isRetrieving)
  }

  @Test func endsAtOnceWhenCancelledBeforehand() async throws {
    let store = try store(ScriptedTransport([.response(200, "[]")], isHeld: true))
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await store.getChatts()
    }
    await #expect(throws: ClientError.cancelled) { try await task.value }
    #expect(!store.isRetrieving)
  }

  @Test func getsTheListAfterAPost() async throws {
    let transport = ScriptedTransport([.response(200, "{}"), .response(200, Self.rows("ada"))])
    let store = try store(transport)
    try await store.postChatt(NewChatt(username: "ada", message: "m"))
    #expect(store.chatts.map(\.username) == ["ada"])
    #expect(transport.requests.map(\.call) == [.postChatt, .getAudio])
  }

  @Test func keepsTheListAfterAPostWithoutRefresh() async throws {
    let transport = ScriptedTransport([.response(200, Self.rows("ada")), .response(200, "{}")])
    let store = try store(transport)
    try await store.getChatts()
    try await store.postChatt(NewChatt(username: "bob", message: "m"), refreshing: false)
    #expect(transport.requests.map(\.call) == [.getAudio, .postChatt])
    #expect(store.chatts.map(\.username) == ["ada"] && !store.isRetrieving)
  }

  @Test func getsANewListAfterAPostDuringARetrieval() async throws {
    let transport = ScriptedTransport(
      [.response(200, "[]"), .response(200, "{}"), .response(200, Self.rows("ada"))], isHeld: true)
    let store = try store(transport)
    let early = Task { try await store.getChatts() }
    try await eventually { transport.requests.count == 1 }
    let post = Task { try await store.postChatt(NewChatt(username: "ada", message: "m")) }
    try await eventually { transport.requests.count == 2 }
    transport.release(.postChatt)
    // The post is stored, and waits for the early list to end.
    try await eventually { store.callerCount == 2 }
    transport.release(.getAudio)
    try await early.value
    #expect(store.chatts.isEmpty)
    transport.release()
    try await post.value
    #expect(transport.requests.map(\.call) == [.getAudio, .postChatt, .getAudio])
    #expect(store.chatts.map(\.username) == ["ada"])
  }

  @Test func succeedsWhenOnlyTheRefreshFails() async throws {
    let store = try store(
      ScriptedTransport([.response(200, "{}"), .failure(.network(.refused))]))
    try await store.postChatt(NewChatt(username: "ada", message: "m"))
    #expect(store.lastError == .network(.refused) && !store.isRetrieving)
  }

  @Test func throwsWithoutGettingTheListWhenAPostFails() async throws {
    let transport = ScriptedTransport([.response(422, #"{"error":"no"}"#)])
    let store = try store(transport)
    await #expect(throws: ClientError.status(422, "no")) {
      try await store.postChatt(NewChatt(username: "", message: "m"))
    }
    #expect(store.lastError == .status(422, "no"))
    #expect(transport.requests.count == 1)
  }
}
