import Chatter
import System
import TestSupport
import Testing

@testable import ChatterClient

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

  @Test func parsesAListAndCountsSkippedRows() async throws {
    let (calls, transport) = try calls([.response(200, rows)])
    let list = try #require(try await calls.list(.getAudio))
    #expect(list.chatts.map(\.message) == ["hé"])
    #expect(list.skippedCount == 2)
    #expect(transport.requests.map(\.url) == ["https://chatter.test/getaudio/"])
    #expect(transport.requests[0].body == nil && transport.requests[0].key == nil)
  }

  /// They are wrapped in an object, without ids, or oldest first.
  @Test func readsTheListsOfOtherBackEnds() async throws {
    var server = try Server(url: "https://chatter.test")
    server.hasLastSlash = false
    let body =
      #"{"chatts":[["a","1","2025-01-02T03:04:05Z"],["b","2",null],["c",null,"2025-01-02T03:04:06Z"]]}"#
    let transport = ScriptedTransport([.response(200, body)])
    let list = try #require(
      try await RemoteCalls(server: server, transport: transport).list(.getChatts))
    #expect(list.chatts.map(\.username) == ["c", "b", "a"])
    #expect(list.skippedCount == 0)
    #expect(transport.requests.map(\.url) == ["https://chatter.test/getchatts"])
    server.order = .newest
    let newestFirst = try await RemoteCalls(server: server, transport: transport).list(.getChatts)
    #expect(newestFirst?.chatts.map(\.username) == ["a", "b", "c"])
  }

  @Test(arguments: ["", "<html>", "7", #"{"chatts":7}"#, #"[["a","b"#])
  func reportsABodyThatIsNotAList(body: String) async throws {
    let (calls, _) = try calls([.response(200, body)])
    let error = await #expect(throws: CallFailure.self) { try await calls.list(.getAudio) }
    guard case .malformedResponse(let message) = error?.error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.hasPrefix("body is "))
  }

  @Test func reportsOtherStatusesWithoutRetrying() async throws {
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

  @Test func retriesAPostUnderTheSameKey() async throws {
    let clock = JumpingClock()
    let (calls, transport) = try calls(
      [
        .failure(.network(.timedOut)), .response(503, "", retryAfter: .seconds(5)),
        .failure(.network(.cutOff)), .response(200, "{}"),
      ], clock: clock)
    let key = PostKey(randomFor: chatt.call)
    try await calls.post(chatt, once: key)
    #expect(transport.requests.map(\.key) == [key, key, key, key])
    #expect(transport.requests.allSatisfy { $0.body == chatt.encoded() && $0.call == .postChatt })
    let quarter = Duration.milliseconds(250)
    #expect(clock.sleeps.count == 3)
    for (sleep, least) in zip(clock.sleeps, [quarter, .seconds(5), quarter * 4]) {
      #expect(sleep >= least && sleep <= least + quarter)
    }
  }

  @Test func retriesAfterALongFirstAttempt() async throws {
    let clock = JumpingClock()
    let transport = SlowTransport(clock: clock, time: .seconds(300))
    let calls = RemoteCalls(
      server: try Server(url: "https://chatter.test"), transport: transport, clock: clock)
    await #expect(throws: CallFailure(.network(.timedOut))) {
      try await calls.post(chatt, once: PostKey(randomFor: chatt.call))
    }
    #expect(transport.count.withLock { $0 } == 2)
  }

  @Test func failsWithTheLastErrorAfterTooManyAttempts() async throws {
    let (calls, transport) = try calls([
      .response(503, #"{"error":"busy"}"#), .response(503, #"{"error":"away"}"#),
    ])
    await #expect(throws: CallFailure(.status(503, "away"))) {
      try await calls.post(chatt, once: PostKey(randomFor: chatt.call))
    }
    #expect(transport.requests.count == RetryPolicy().attemptsMax)
  }

  @Test(
    arguments: [
      (.failure(.network(.refused)), .network(.cutOff)),
      (.response(503, ""), .network(.cutOff)),
      (.failure(.network(.timedOut)), .network(.timedOut)),
      (.response(422, #"{"error":"no"}"#), .status(422, "no")),
      (.response(429, #"{"error":"too many"}"#), .network(.cutOff)),
      (.response(404, #"{"error":"none"}"#), .network(.cutOff)),
    ] as [(ScriptedTransport.Outcome, ClientError)])
  func reportsAnUnknownOutcomeUnlessThePostIsRefused(
    later: ScriptedTransport.Outcome, expected: ClientError
  ) async throws {
    let (calls, _) = try calls([.failure(.network(.cutOff)), later])
    await #expect(throws: CallFailure(expected)) {
      try await calls.post(chatt, once: PostKey(randomFor: chatt.call))
    }
  }

  @Test(arguments: ["", "<html>Welcome</html>", "[]", "{", "null"])
  func treatsOtherBodiesWith200AsUnknownOutcomes(body: String) async throws {
    let (calls, transport) = try calls([.response(200, body)])
    let failure = await #expect(throws: CallFailure.self) {
      try await calls.post(chatt, once: PostKey(randomFor: chatt.call))
    }
    let isMalformed = if case .malformedResponse = failure?.error { true } else { false }
    #expect(isMalformed)
    #expect(failure?.error.isOutcomeUnknown == true && transport.requests.count == 1)
  }

  @Test func createsAUniqueKeyForEachPost() throws {
    let clip = NewChatt(username: "ada", message: nil, audio: try TinyClip.clip())
    let keys = (0..<100).map { _ in PostKey(randomFor: chatt.call) }
    #expect(Set(keys).count == 100)
    #expect(keys.allSatisfy { $0.call == .postChatt && $0.text.utf8.count >= PostKey.bytesMin })
    #expect(PostKey(randomFor: clip.call).call == .postAudio)
  }

  @Test func endsAsCancelledBetweenTwoAttempts() async throws {
    let (calls, transport) = try calls([.failure(.network(.timedOut))])
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await calls.post(chatt, once: PostKey(randomFor: chatt.call))
    }
    await #expect(throws: CallFailure(.cancelled)) { try await task.value }
    #expect(transport.requests.count == 1)
  }
}

/// A transport on which every call times out after a given time.
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
