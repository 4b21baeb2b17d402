internal import Chatter
public import Postgres
private import Sockets

/// Stores posts in PostgreSQL, by way of one loop's connections; it is called on that loop.
public struct PostgresTimeline: Sendable {
  /// How long one call may wait for the database.
  public struct Limits: Sendable {
    /// For a post to be on disk, all its attempts together.
    public var postTimeout = Duration.seconds(20)
    /// Between two attempts of a post.
    public var retryPause = Duration.milliseconds(100)

    public init() {}
  }

  let pool: PostgresPool
  let limits: Limits
  /// Told of every statement that failed, since an answer says little of it.
  let observe: @Sendable (PostgresError) -> Void
  /// What stores posts without a key.
  let groupCommit: GroupCommit
  /// What posts with a key go through: one may wait long for another with the same key, and must not
  /// take the last connection.
  let keyTurnstile: Turnstile
  let expiredKeys: ExpiredKeys

  public init(
    _ pool: PostgresPool, limits: Limits = Limits(),
    observe: @escaping @Sendable (PostgresError) -> Void = { _ in }
  ) {
    self.pool = pool
    self.limits = limits
    self.observe = observe
    keyTurnstile = Turnstile(countMax: max(1, pool.limits.connectionsMax - 1), on: pool.loop)
    groupCommit = GroupCommit(pool, retryPause: limits.retryPause, observe: observe)
    expiredKeys = ExpiredKeys(pool, observe: observe)
  }
}
