import Chatter
import HTTP
import System

@testable import ChatterServer

/// The output of a connection whose state tests set.
final class TestOutput: AcknowledgedOutput {
  private let state: Lock<Acknowledgement>

  init(_ acknowledgement: Acknowledgement) { state = Lock(acknowledgement) }

  func set(_ acknowledgement: Acknowledgement) { state.withLock { $0 = acknowledgement } }

  func acknowledgement(ofFirst byteCount: UInt64) -> Acknowledgement { state.withLock { $0 } }
}

extension TrackedResponse {
  /// Reports the response as sent over a connection.
  func send(over output: TestOutput) {
    observer.responseSent(number, ResponseEnd(of: output, at: 1))
  }
}

/// A clock that tests advance, and that advances while a post waits, and a count of stored posts.
final class PostFixture: Sendable {
  /// What every post returns.
  static let posted = PostedChatt(
    id: ChattID("01942485-5e23-7d27-9f0c-0d6a4b0e8a51")!, createdAt: Timestamp(clamping: 0))

  private let start = Deadline.now
  private let passed = Lock(Duration.zero)
  private let stored = Lock(0)

  var now: Deadline { start.advanced(by: passed.withLock { $0 }) }
  /// The time by which posts and the test have advanced the clock.
  var passedTime: Duration { passed.withLock { $0 } }
  var storedCount: Int { stored.withLock { $0 } }

  func wait(_ duration: Duration) { passed.withLock { $0 += duration } }
  func pause(_ duration: Duration) async throws { wait(duration) }
  func store() -> PostedChatt {
    stored.withLock { $0 += 1 }
    return Self.posted
  }

  func repeatedPosts(responsesMax: Int = 8) -> RepeatedPosts {
    RepeatedPosts(responsesMax: responsesMax, now: { self.now })
  }

  /// Posts a chatt. Its response is sent over a connection; if nil, it is never sent.
  func post(
    _ posts: RepeatedPosts, _ chatt: NewChatt = NewChatt(username: "a", message: "b"),
    by call: Call = .postChatt, from address: String = "192.0.2.1",
    over output: TestOutput?
  ) async throws {
    let response = try await posts.post(
      chatt, by: call, from: ClientAddress.test(address).key, pause: pause
    ) { () async throws(TimelineError) in
      self.store()
    }
    if let output { response.tracking.send(over: output) }
  }

  /// Posts a chatt whose response has this acknowledgement at once.
  func post(
    _ posts: RepeatedPosts, _ chatt: NewChatt, _ acknowledgement: Acknowledgement
  ) async throws {
    try await post(posts, chatt, over: TestOutput(acknowledgement))
  }

  /// Posts the default chatt, whose response has this acknowledgement at once.
  func post(
    _ posts: RepeatedPosts, _ acknowledgement: Acknowledgement, by call: Call = .postChatt,
    from address: String = "192.0.2.1"
  ) async throws {
    try await post(posts, by: call, from: address, over: TestOutput(acknowledgement))
  }
}
