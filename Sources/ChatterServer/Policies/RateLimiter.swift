internal import HTTP
private import Sockets

/// One rate limit for all loops.
public final class RateLimiter: Sendable {
  private let limit: Lock<RateLimit>

  /// - Parameter postsPerSecond: more than 0.
  public init(postsPerSecond: Double) {
    limit = Lock(RateLimit(postsPerSecond: postsPerSecond))
  }

  /// Counts a post of an address, or returns how long it must wait.
  func take(_ address: AddressKey) -> Duration? {
    limit.withLock { $0.take(address, at: .now) }
  }

  /// Counts bytes that an address has sent, decoded.
  func charge(_ bytes: Int, to address: AddressKey) {
    limit.withLock { $0.charge(bytes, to: address, at: .now) }
  }
}
