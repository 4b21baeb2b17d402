private import Sockets

/// One rate limit for all loops.
public final class RateLimiter: Sendable {
  private let limit: Lock<RateLimit>

  /// - Parameter postsPerSecond: more than 0.
  public init(postsPerSecond: Double) {
    limit = Lock(RateLimit(postsPerSecond: postsPerSecond))
  }

  /// Counts a post of an address; when it has had its share, how long it is to wait.
  func take(_ address: String) -> Duration? {
    limit.withLock { $0.take(address, at: .now) }
  }
}
