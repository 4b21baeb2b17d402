private import EventLoop
internal import HTTP

/// A rate limit shared by all loops.
public final class RateLimiter: Sendable {
  private let limit: Lock<RateLimit>

  /// - Parameter postsPerSecond: posts per second and address, more than 0.
  public init(postsPerSecond: Double) {
    limit = Lock(RateLimit(postsPerSecond: postsPerSecond))
  }

  /// Counts a post of an address. If the limit is exceeded, returns the time that the address must
  /// wait.
  func take(_ address: AddressKey) -> Duration? {
    limit.withLock { $0.take(address, at: .now) }
  }

  /// Counts decoded bytes that an address has sent.
  func charge(_ bytes: Int, to address: AddressKey) {
    limit.withLock { $0.charge(bytes, to: address, at: .now) }
  }
}
