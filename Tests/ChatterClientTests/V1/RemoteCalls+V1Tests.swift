import Chatter
import Testing

@testable import ChatterClient

struct RemoteCallsV1Tests {
  private let id = ChattID(number: 7)
  private let chatt = NewChatt(username: "ann", message: "7")
  private let clock = JumpingClock()

  private func calls(
    _ outcomes: [ScriptedTransport.Outcome], retries: RetryPolicy = RetryPolicy(),
    token: AccessToken? = nil
  ) throws -> (RemoteCalls, ScriptedTransport) {
    let transport = ScriptedTransport(outcomes)
    var server = try Server(url: "https://chatter.test")
    server.token = token
    return (
      RemoteCalls(server: server, transport: transport, retries: retries, clock: clock), transport
    )
  }

  private func posted(token: String = "t0k3n") -> String {
    Chatt.numbered(7).json.dropLast() + #","deleteToken":"\#(token)"}"#
  }

  @Test func getsASingleChatt() async throws {
    let (calls, transport) = try calls([
      .response(200, V1Body.Page.body([])), .response(200, Chatt.numbered(7).json),
      .response(404, #"{"code":"chatt-not-found"}"#),
    ])
    #expect(try await calls.chatt(id)?.message == "7")
    #expect(try await calls.chatt(id) == nil)
    #expect(transport.requests.map(\.v1).dropFirst() == [.chatt(id), .chatt(id)])
    #expect(calls.support.presence == .present)
  }

  @Test func getsPages() async throws {
    let (calls, transport) = try calls([
      .response(200, V1Body.Page.body([9, 8], next: "a b")), .response(200, V1Body.Page.body([7])),
    ])
    let first = try #require(try await calls.page())
    #expect(first.chatts.map(\.message) == ["9", "8"])
    let second = try #require(try await calls.page(before: first.next, limit: 2))
    #expect(second.chatts.map(\.message) == ["7"] && second.next == nil)
    #expect(
      transport.requests.map(\.v1) == [
        .page(before: nil, limit: 50), .page(before: "a b", limit: 2),
      ])
  }

  /// Another back end may respond in any way to a path that it does not know.
  @Test(arguments: [(404, ""), (301, ""), (403, ""), (200, "<html>"), (200, "[]"), (405, "")])
  func findsOutOnceThatAServerHasNoPages(status: Int, body: String) async throws {
    let (calls, transport) = try calls([
      .response(status, body), .response(200, V1Body.Page.body([1])),
    ])
    #expect(try await calls.page() == nil)
    #expect(try await calls.page() == nil)
    #expect(try await calls.hasV1() == false)
    #expect(transport.requests.count == 1)
    clock.pass(V1Support.recheckInterval)
    #expect(try await calls.page()?.chatts.count == 1)
  }

  @Test(arguments: [503, 500, 429])
  func doesNotTakeATemporaryErrorForAnAbsence(status: Int) async throws {
    let (calls, _) = try calls([
      .response(status, #"{"detail":"later"}"#), .response(200, V1Body.Page.body([1])),
    ])
    await #expect(throws: CallFailure(.status(status, "later"))) { try await calls.page() }
    #expect(try await calls.page() != nil)
  }

  @Test func reportsMalformedPagesOfAServerThatHasThem() async throws {
    let (calls, _) = try calls([.response(200, V1Body.Page.body([])), .response(200, "{}")])
    _ = try await calls.page()
    await #expect(throws: CallFailure.self) { try await calls.page() }
    #expect(calls.support.presence == .present)
  }

  @Test func deletesWithTheToken() async throws {
    let (calls, transport) = try calls([
      .response(204, ""), .response(404, ""), .response(403, #"{"detail":"wrong"}"#),
    ])
    let token = try #require(AccessToken("abc"))
    #expect(try await calls.delete(id, by: token))
    #expect(try await !calls.delete(id, by: token))
    await #expect(throws: CallFailure(.status(403, "wrong"))) {
      try await calls.delete(id, by: token)
    }
    #expect(transport.requests.map(\.v1) == [.delete(id), .delete(id), .delete(id)])
    #expect(transport.requests.map(\.token) == [token, token, token])
  }

  @Test func sendsTheTokenOfTheServerWithEachCall() async throws {
    let token = try #require(AccessToken("abc"))
    let (calls, transport) = try calls(
      [.response(200, V1Body.Page.body([])), .response(404, "{}"), .response(201, posted())],
      token: token)
    _ = try await calls.page()
    _ = try await calls.delete(id, by: token)
    try await calls.post(chatt, once: PostKey(randomFor: .postChatt), usesV1: true)
    #expect(transport.requests.map(\.token) == [token, token, token])
  }

  /// Otherwise a revoked token would look like a back end without `/v1`.
  @Test(arguments: [
    (401, ClientError.token(.wrong, "revoked")), (403, .status(403, "revoked")),
  ])
  func reportsARefusedToken(status: Int, error: ClientError) async throws {
    let (calls, transport) = try calls(
      [.response(status, #"{"detail":"revoked"}"#)], token: AccessToken("abc"))
    for _ in 1...2 {
      await #expect(throws: CallFailure(error)) { try await calls.page() }
    }
    #expect(calls.support.presence == .unknown && transport.requests.count == 2)
  }

  /// A server may be closed to readers and open to posts.
  @Test func postsByTheLabCallWhereReadingNeedsATokenThatItDoesNotHave() async throws {
    let (calls, transport) = try calls([.response(401, "{}"), .response(200, "{}")])
    try await calls.post(chatt, once: PostKey(randomFor: .postChatt), usesV1: true)
    #expect(transport.requests.map(\.v1) == [.page(before: nil, limit: 1), nil])
  }

  @Test func learnsWhatNeedsAToken() async throws {
    let body = #"{"postingNeedsToken":true,"readingNeedsToken":false,"you":{"username":"ann"}}"#
    let (calls, transport) = try calls([
      .response(200, body), .response(200, "<html>"), .response(404, ""),
      .response(503, #"{"detail":"later"}"#),
    ])
    let access = ServerAccess(postingNeedsToken: true, readingNeedsToken: false, username: "ann")
    #expect(try await calls.access() == access && access.needsToken)
    #expect(try await calls.access() == nil)
    #expect(try await calls.access() == nil)
    await #expect(throws: CallFailure(.status(503, "later"))) { try await calls.access() }
    #expect(transport.requests.map(\.v1) == [.server, .server, .server, .server])
  }

  @Test func postsOverV1AndReturnsTheToken() async throws {
    let (calls, transport) = try calls([
      .response(200, V1Body.Page.body([])), .failure(.network(.cutOff)), .response(201, posted()),
    ])
    let key = PostKey(randomFor: chatt.call)
    let posted = try #require(try await calls.post(chatt, once: key, usesV1: true))
    #expect(posted.deleteToken == "t0k3n" && posted.chatt.id == id)
    #expect(transport.requests.map(\.v1) == [.page(before: nil, limit: 1), .post, .post])
    #expect(transport.requests.dropFirst().map(\.key) == [key, key])
    #expect(transport.requests[1].body == chatt.encoded())
  }

  @Test func postsByTheLabCallToAServerWithoutV1() async throws {
    let (calls, transport) = try calls([.response(404, ""), .response(200, "{}")])
    let key = PostKey(randomFor: chatt.call)
    for _ in 0..<2 {
      #expect(try await calls.post(chatt, once: key, usesV1: true) == nil)
    }
    #expect(transport.requests.map(\.v1) == [.page(before: nil, limit: 1), nil, nil])
    #expect(transport.requests.dropFirst().map(\.call) == [.postChatt, .postChatt])
  }

  /// One behind the same name was not upgraded: by postaudio, it recognises a repeat.
  @Test func postsByPostaudioWhenOnlyAnotherServerHasV1() async throws {
    let (calls, transport) = try calls([
      .response(200, V1Body.Page.body([])), .failure(.network(.timedOut)), .response(404, ""),
      .response(200, "{}"),
    ])
    let key = PostKey(randomFor: chatt.call)
    #expect(try await calls.post(chatt, once: key, usesV1: true) == nil)
    #expect(transport.requests.last?.v1 == nil && transport.requests.last?.call == .postAudio)
    #expect(transport.requests.last?.key == key)
  }

  /// Nothing was sent: the other API would not recognise a repeat.
  @Test func doesNotPostWhileItIsUnknownWhatTheServerHas() async throws {
    let (calls, transport) = try calls([.failure(.network(.timedOut))], retries: .never)
    let key = PostKey(randomFor: chatt.call)
    await #expect(throws: CallFailure(.network(.noConnection))) {
      try await calls.post(chatt, once: key, usesV1: true)
    }
    #expect(transport.requests.map(\.v1) == [.page(before: nil, limit: 1)])
  }
}
