/// What a pool of connections may take, and how long who wants one waits.
public struct PoolLimits: Sendable, Hashable {
  public var connectionsMax: Int
  /// How many tasks may wait for a connection; one more is refused at once.
  public var waitersMax: Int
  /// How long a task waits at most while no connection can be made at all.
  public var awayWaitMax: Duration
  /// How long one attempt to connect may take, over all hosts.
  public var connectWaitMax: Duration
  /// How long a connection that nobody needs is kept beside another one: each is a process of the
  /// database, with megabytes of its own.
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
