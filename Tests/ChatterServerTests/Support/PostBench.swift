import Chatter
import Sockets

@testable import ChatterServer

/// A clock that stands still until it is moved, and a count of what was stored.
final class PostBench: Sendable {
  private let start = Deadline.now
  private let passed = Lock(Duration.zero)
  private let stored = Lock(0)

  var now: Deadline { start.advanced(by: passed.withLock { $0 }) }
  var storedCount: Int { stored.withLock { $0 } }

  func wait(_ duration: Duration) { passed.withLock { $0 += duration } }
  func store() { stored.withLock { $0 += 1 } }

  func repeatedPosts(rememberedMax: Int = 8) -> RepeatedPosts {
    RepeatedPosts(rememberedMax: rememberedMax, now: { self.now })
  }

  /// Posts a chatt, and says whether its answer has arrived.
  func post(
    _ posts: RepeatedPosts, _ chatt: NewChatt = NewChatt(username: "a", message: "b"),
    by call: Call = .postChatt, from address: String = "192.0.2.1", isDelivered: Bool
  ) async throws {
    let receipt = try await posts.post(chatt, by: call, from: address) {
      () async throws(TimelineError) in
      self.store()
    }
    receipt.settle(isDelivered: isDelivered)
  }
}
