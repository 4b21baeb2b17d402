import Chatter
import TestSupport
import Testing
import Threads

@testable import ChatterClient

@Suite("RemoteCalls, and the requests and answers of a Transport")
struct RemoteCallsTests {
  private let chatt = NewChatt(username: "ada", message: "hello")
  private let rows = #"[["ada","hé",null,"2025-01-02T03:04:05.123Z",null],["x"],7]"#

  private func calls(
    _ outcomes: [ScriptedTransport.Outcome], clock: JumpingClock = JumpingClock()
  ) throws -> (RemoteCalls, ScriptedTransport) {
    let transport = ScriptedTransport(outcomes)
    let server = try Server(url: "https://chatter.test")
    return (RemoteCalls(server: server, transport: transport, clock: clock), transport)
  }

  @Test("a list is read, and rows that are no chatts are counted")
  func list() async throws {
    let (calls, transport) = try calls([.response(200, rows)])
    let list = try await calls.list(.getAudio)
    #expect(list.chatts.map(\.message) == ["hé"])
    #expect(list.skippedCount == 2)
    #expect(transport.requests.map(\.url) == ["https://chatter.test/getaudio/"])
    #expect(transport.requests[0].body == nil && transport.requests[0].key == nil)
  }

  @Test("the lists of other back ends are read: wrapped, without ids, oldest first")
  func otherBackEnds() async throws {
    var server = try Server(url: "https://chatter.test")
    server.hasLastSlash = false
    let body =
      #"{"chatts":[["a","1","2025-01-02T03:04:05Z"],["b","2",null],["c",null,"2025-01-02T03:04:06Z"]]}"#
    let transport = ScriptedTransport([.response(200, body)])
    let list = try await RemoteCalls(server: server, transport: transport).list(.getChatts)
    #expect(list.chatts.map(\.username) == ["c", "b", "a"])
    #expect(list.skippedCount == 0)
    #expect(transport.requests.map(\.url) == ["https://chatter.test/getchatts"])
    server.order = .newest
    let kept = try await RemoteCalls(server: server, transport: transport).list(.getChatts)
    #expect(kept.chatts.map(\.username) == ["a", "b", "c"])
  }

  @Test(
    "an answer that is no list says what it is",
    arguments: ["", "<html>", "7", #"{"chatts":7}"#, #"[["a","b"#])
  func noList(body: String) async throws {
    let (calls, _) = try calls([.response(200, body)])
    let error = await #expect(throws: CallFailure.self) { try await calls.list(.getAudio) }
    guard case .malformedResponse(let message) = error?.error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.hasPrefix("body is "))
  }

  @Test("another status is an error with the server's sentence, and a list is asked for once")
  func refusals() async throws {
    let (first, transport) = try calls([
      .response(503, #"{"error":"away"}"#, retryAfter: .seconds(7))
    ])
    let failure = CallFailure(.status(503, "away"), retryAfter: .seconds(7))
    await #expect(throws: failure) { try await first.list(.getAudio) }
    #expect(transport.requests.count == 1)
    let (second, _) = try calls([.response(404, "<html>not here</html>")])
    await #expect(throws: CallFailure(.status(404, "no reason given"))) {
      try await second.list(.getAudio)
    }
    let moved = TransportResponse(
      status: 301, body: [], redirectURL: "https://chatter.test/getaudio")
    let (third, _) = try calls([.success(moved)])
    let error = await #expect(throws: CallFailure.self) { try await third.list(.getAudio) }
    #expect(error?.error.description.contains("https://chatter.test/getaudio") == true)
  }

  @Test("a post is sent once more under its own key for as long as the policy says")
  func repeats() async throws {
    let clock = JumpingClock()
    let (calls, transport) = try calls(
      [
        .failure(.network(.timedOut)), .response(503, "", retryAfter: .seconds(5)),
        .failure(.network(.cutOff)), .response(200, "{}"),
      ], clock: clock)
    let key = RemoteCalls.newKey(for: chatt)
    try await calls.post(chatt, once: key)
    #expect(transport.requests.map(\.key) == [key, key, key, key])
    #expect(transport.requests.allSatisfy { $0.body == chatt.encoded() && $0.call == .postChatt })
    let quarter = Duration.milliseconds(250)
    #expect(clock.sleeps.count == 3)
    for (sleep, least) in zip(clock.sleeps, [quarter, .seconds(5), quarter * 4]) {
      #expect(sleep >= least && sleep <= least + quarter)
    }
  }

  @Test("a post whose first attempt took longer than all others may is sent again all the same")
  func longAttempt() async throws {
    let clock = JumpingClock()
    let transport = SlowTransport(clock: clock, time: .seconds(300))
    let calls = RemoteCalls(
      server: try Server(url: "https://chatter.test"), transport: transport, clock: clock)
    await #expect(throws: CallFailure(.network(.timedOut))) {
      try await calls.post(chatt, once: RemoteCalls.newKey(for: chatt))
    }
    #expect(transport.count.withLock { $0 } == 2)
  }

  @Test("where a post is sent once, the transport is told so")
  func sentOnce() async throws {
    for policy in [RetryPolicy.never, RetryPolicy()] {
      let transport = ScriptedTransport([.response(200, "{}")])
      let calls = RemoteCalls(
        server: try Server(url: "https://chatter.test"), transport: transport, retries: policy)
      try await calls.post(chatt, once: RemoteCalls.newKey(for: chatt))
      #expect(transport.requests.map(\.isSentOnce) == [policy == .never])
    }
  }

  @Test("a post that goes wrong too often fails with what went wrong last")
  func givesUp() async throws {
    let (calls, transport) = try calls([
      .response(503, #"{"error":"busy"}"#), .response(503, #"{"error":"away"}"#),
    ])
    await #expect(throws: CallFailure(.status(503, "away"))) {
      try await calls.post(chatt, once: RemoteCalls.newKey(for: chatt))
    }
    #expect(transport.requests.count == RetryPolicy().attemptsMax)
  }

  @Test(
    "an attempt that may have stored the post is told, whatever comes after it but a refusal",
    arguments: [
      (.failure(.network(.refused)), .network(.cutOff)),
      (.response(503, ""), .network(.cutOff)),
      (.failure(.network(.timedOut)), .network(.timedOut)),
      (.response(422, #"{"error":"no"}"#), .status(422, "no")),
      (.response(429, #"{"error":"too many"}"#), .network(.cutOff)),
      (.response(404, #"{"error":"none"}"#), .network(.cutOff)),
    ] as [(ScriptedTransport.Outcome, ClientError)])
  func outcomeUnknown(later: ScriptedTransport.Outcome, told: ClientError) async throws {
    let (calls, _) = try calls([.failure(.network(.cutOff)), later])
    await #expect(throws: CallFailure(told)) {
      try await calls.post(chatt, once: RemoteCalls.newKey(for: chatt))
    }
  }

  @Test(
    "a 200 that is no JSON object says nothing of the post",
    arguments: ["", "<html>Welcome</html>", "[]", "{", "null"])
  func otherAnswer(body: String) async throws {
    let (calls, transport) = try calls([.response(200, body)])
    let failure = await #expect(throws: CallFailure.self) {
      try await calls.post(chatt, once: RemoteCalls.newKey(for: chatt))
    }
    let isMalformed = if case .malformedResponse = failure?.error { true } else { false }
    #expect(isMalformed)
    #expect(failure?.error.isOutcomeUnknown == true && transport.requests.count == 1)
  }

  @Test("a server that wants to be left alone for long is left alone")
  func longWait() async throws {
    let clock = JumpingClock()
    let (calls, transport) = try calls(
      [.response(503, "", retryAfter: .seconds(3600))], clock: clock)
    await #expect(throws: CallFailure.self) {
      try await calls.post(chatt, once: RemoteCalls.newKey(for: chatt))
    }
    #expect(transport.requests.count == 1 && clock.sleeps == [])
  }

  @Test("a post that is refused is not sent again")
  func refused() async throws {
    let (calls, transport) = try calls([.response(422, #"{"error":"username is empty"}"#)])
    await #expect(throws: CallFailure(.status(422, "username is empty"))) {
      try await calls.post(chatt, once: RemoteCalls.newKey(for: chatt))
    }
    #expect(transport.requests.count == 1)
  }

  @Test("every post has a key of its own")
  func keys() throws {
    let clip = NewChatt(username: "ada", message: nil, audio: try TinyClip.clip())
    let keys = (0..<100).map { _ in RemoteCalls.newKey(for: chatt) }
    #expect(Set(keys).count == 100)
    #expect(keys.allSatisfy { $0.call == .postChatt && $0.text.utf8.count == 32 })
    #expect(RemoteCalls.newKey(for: clip).call == .postAudio)
  }

  @Test("a post that is cancelled between two attempts ends as cancelled")
  func cancelled() async throws {
    let (calls, transport) = try calls([.failure(.network(.timedOut))])
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await calls.post(chatt, once: RemoteCalls.newKey(for: chatt))
    }
    await #expect(throws: CallFailure(.cancelled)) { try await task.value }
    #expect(transport.requests.count == 1)
  }
}

/// A transport on which every call times out after a while.
private final class SlowTransport: Transport {
  private let clock: JumpingClock
  private let time: Duration
  let count = Lock(0)

  init(clock: JumpingClock, time: Duration) {
    (self.clock, self.time) = (clock, time)
  }

  func send(
    _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(ClientError) -> TransportResponse {
    count.withLock { $0 += 1 }
    clock.pass(time)
    throw .network(.timedOut)
  }
}
