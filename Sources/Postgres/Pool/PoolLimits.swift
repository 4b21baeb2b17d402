/// The limits of a pool of connections and the timeouts of its waiters.
public struct PoolLimits: Sendable, Hashable {
  public var connectionsMax: Int
  /// Maximum number of tasks that wait for a connection; further tasks fail at once.
  public var waitersMax: Int
  /// Maximum time for which a task waits while no connection can be made at all.
  public var awayWaitMax: Duration
  /// Timeout of one attempt to connect, over all hosts.
  public var connectWaitMax: Duration
  /// How long an unused connection is kept beside another one. Each is a process of the database,
  /// with megabytes of its own.
  public var spareWaitMax: Duration
  /// The pause between two attempts while none succeeds.
  public var backoff: Backoff

  public init(
    connectionsMax: Int = 8, waitersMax: Int = 256, awayWaitMax: Duration = .milliseconds(500),
    connectWaitMax: Duration = .seconds(15), spareWaitMax: Duration = .seconds(60),
    backoff: Backoff = Backoff(first: .milliseconds(50), longest: .milliseconds(800))
  ) {
    precondition(connectionsMax > 0 && waitersMax > 0)
    self.connectionsMax = connectionsMax
    self.waitersMax = waitersMax
    self.awayWaitMax = awayWaitMax
    self.connectWaitMax = connectWaitMax
    self.spareWaitMax = spareWaitMax
    self.backoff = backoff
  }
}
