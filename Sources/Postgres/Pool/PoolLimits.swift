/// The limits of a pool of connections and the timeouts of its waiters.
public struct PoolLimits: Sendable, Hashable {
  public var connectionsMax: Int
  /// Maximum number of tasks that wait for a connection; further tasks fail at once.
  public let waitersMax: Int
  /// Maximum time for which a task waits while no connection can be made at all.
  public var unavailableTimeout: Duration
  /// Timeout of one attempt to connect, over all hosts.
  public var connectTimeout = Duration.seconds(15)
  /// How long an unused connection is kept beside another one. Each is a process of the database,
  /// with megabytes of its own.
  var idleTimeout = Duration.seconds(60)
  /// The pause between two attempts while none succeeds.
  var backoff = Backoff(first: .milliseconds(50), longest: .milliseconds(800))

  public init(
    connectionsMax: Int = 8, waitersMax: Int = 256,
    unavailableTimeout: Duration = .milliseconds(500)
  ) {
    precondition(connectionsMax > 0 && waitersMax > 0)
    self.connectionsMax = connectionsMax
    self.waitersMax = waitersMax
    self.unavailableTimeout = unavailableTimeout
  }
}

/// An exponential backoff: the delay doubles from the first up to the longest.
///
/// A random part (a quarter up or down) keeps many servers from retrying at the same instant.
public struct Backoff: Sendable, Hashable {
  public var first: Duration
  public var longest: Duration

  public init(first: Duration, longest: Duration) {
    precondition(first > .zero && longest >= first)
    self.first = first
    self.longest = longest
  }

  /// Returns the delay after a number of consecutive failures, at least one. `chance` is a random
  /// number from 0 up to, but not including, 1.
  public func delay(failures: Int, chance: Double) -> Duration {
    var delay = first
    for _ in 1..<max(1, failures) {
      guard delay < longest else { break }
      delay = delay * 2
    }
    return min(delay, longest) * (0.75 + chance / 2)
  }
}
