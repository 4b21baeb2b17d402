/// The limits of a pool of connections and the timeouts of its waiters.
public struct PoolLimits: Sendable, Hashable {
  public var connectionsMax: Int
  /// Maximum number of tasks that wait for a connection; further tasks fail at once.
  public var waitersMax: Int
  /// Maximum time for which a task waits while no connection can be made at all.
  public var unavailableTimeout: Duration
  /// Timeout of one attempt to connect, over all hosts.
  public var connectTimeout: Duration
  /// How long an unused connection is kept beside another one. Each is a process of the database,
  /// with megabytes of its own.
  public var idleTimeout: Duration
  /// The pause between two attempts while none succeeds.
  public var backoff: Backoff

  public init(
    connectionsMax: Int = 8, waitersMax: Int = 256,
    unavailableTimeout: Duration = .milliseconds(500),
    connectTimeout: Duration = .seconds(15), idleTimeout: Duration = .seconds(60),
    backoff: Backoff = Backoff(first: .milliseconds(50), longest: .milliseconds(800))
  ) {
    precondition(connectionsMax > 0 && waitersMax > 0)
    self.connectionsMax = connectionsMax
    self.waitersMax = waitersMax
    self.unavailableTimeout = unavailableTimeout
    self.connectTimeout = connectTimeout
    self.idleTimeout = idleTimeout
    self.backoff = backoff
  }
}
