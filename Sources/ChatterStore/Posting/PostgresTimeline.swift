public import Chatter
public import Postgres
internal import System

/// Stores posts in PostgreSQL over the connections of one loop. It lives on that loop.
public struct PostgresTimeline {
  /// Time between two attempts of a post.
  static let retryInterval = Duration.milliseconds(100)

  let pool: PostgresPool
  /// Timeout for a post to be on disk, including all its attempts.
  let postTimeout: Duration
  /// Receives the error of every failed statement, since responses contain little of it.
  let observe: @Sendable (PostgresError) -> Void
  /// Stores posts without a key.
  let groupCommit: GroupCommit
  /// Limits the number of concurrent posts with a key. Such a post may wait long for another with
  /// the same key, and must not take the last connection.
  let keyedPosts: AsyncSemaphore
  let expiredKeys: ExpiredKeys

  /// Creates the store of one loop. `didCommit` receives the number of posts of each group commit.
  public init(
    _ pool: PostgresPool, postTimeout: Duration = .seconds(20),
    observe: @escaping @Sendable (PostgresError) -> Void = { _ in },
    didCommit: @escaping @Sendable (_ postCount: Int) -> Void = { _ in }
  ) {
    self.pool = pool
    self.postTimeout = postTimeout
    self.observe = observe
    keyedPosts = AsyncSemaphore(countMax: max(1, pool.limits.connectionsMax - 1))
    groupCommit = GroupCommit(
      pool, retryInterval: Self.retryInterval, observe: observe, didCommit: didCommit)
    expiredKeys = ExpiredKeys(pool, observe: observe)
  }

  /// Stores a chatt under a new id, together with chatts that arrive at the same time. Returns when
  /// it is on disk.
  ///
  /// If the connection is lost after COMMIT was sent, the same row is sent again under the same id.
  /// The unique key makes PostgreSQL wait for a first transaction that is still in progress; after
  /// that, the row either exists or is inserted, once. If the outcome cannot be determined in time,
  /// the error is `outcomeUnknown`.
  @discardableResult
  public func post(_ chatt: NewChatt) async throws(TimelineError) -> PostedChatt {
    let id = Self.makeID()
    return try await groupCommit.post(chatt, id: id, until: .after(postTimeout))
  }

  /// Returns a new id.
  public static func makeID() -> ChattID {
    let now = Timestamp(clamping: WallClock.microsecondsSince1970)
    return random.withLock { ChattID(at: now, using: &$0) }
  }

  /// Shared by all loops.
  private static let random = Lock(RandomBytes())
}
