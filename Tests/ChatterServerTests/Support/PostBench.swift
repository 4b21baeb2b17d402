import Chatter
import Sockets

@testable import ChatterServer

/// A clock that stands still until it is moved, and a count of what was stored.
final class PostBench: Sendable {
  private let start = ContinuousClock.now
  private let passed = Lock(Duration.zero)
  private let stored = Lock(0)

  var now: ContinuousClock.Instant { start + passed.withLock { $0 } }
  var storedCount: Int { stored.withLock { $0 } }

  func wait(_ duration: Duration) { passed.withLock { $0 += duration } }
  func store() { stored.withLock { $0 += 1 } }

  func repeatedPosts() -> RepeatedPosts { RepeatedPosts(now: { self.now }) }

  /// Posts a chatt whose storing takes so long.
  func post(
    _ posts: RepeatedPosts, _ chatt: NewChatt = NewChatt(username: "a", message: "b"),
    from address: String = "192.0.2.1", key: String? = nil, taking duration: Duration = .zero
  ) async throws {
    try await posts.post(chatt, from: address, idempotencyKey: key) {
      () async throws(TimelineError) in
      self.wait(duration)
      self.store()
    }
  }
}
