public import Chatter
public import Postgres
private import Sockets

/// The timeline in PostgreSQL, by way of one loop's connections; it is asked on that loop.
///
/// It keeps nothing between calls: what the database says is what is listed. A row that cannot be
/// read comes as an empty `Chatt`, which a list leaves out and counts.
public struct PostgresTimeline: Timeline {
  /// How long one call may wait for the database, and what it takes at one go.
  public struct Limits: Sendable {
    /// For a connection and the answer of a list.
    public var listTimeout = Duration.seconds(30)
    /// For a post to be on disk, all its attempts together.
    public var postTimeout = Duration.seconds(20)
    /// For a health check, whose askers have little patience.
    public var readinessTimeout = Duration.seconds(3)
    /// Between two attempts of a post.
    public var retryPause = Duration.milliseconds(100)
    /// Bytes of clips and messages that one batch of getaudio takes from the database, one chatt
    /// at least.
    public var batchBytesMax = 4 << 20
    /// Chatts in one such batch.
    public var batchRowsMax = 1024

    public init() {}
  }

  let pool: PostgresPool
  let order: ListProfile.Order
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
    _ pool: PostgresPool, order: ListProfile.Order = .newest, limits: Limits = Limits(),
    observe: @escaping @Sendable (PostgresError) -> Void = { _ in }
  ) {
    self.pool = pool
    self.order = order
    self.limits = limits
    self.observe = observe
    keyTurnstile = Turnstile(countMax: max(1, pool.limits.connectionsMax - 1), on: pool.loop)
    groupCommit = GroupCommit(pool, retryPause: limits.retryPause, observe: observe)
    expiredKeys = ExpiredKeys(pool, observe: observe)
  }

  public func chatts() async throws(TimelineError) -> [Chatt] {
    try await query(ChattStatements.list(order)).map { ChattRow.chatt($0) }
  }

  public func audio() async throws(TimelineError) -> ChattBatches {
    let rows = try await query(ChattStatements.sizes(order))
    // A row without an id cannot be asked for again: it is counted as one that cannot be shown.
    let entries = rows.compactMap { try? AudioCursor.Entry($0) }
    let cursor = AudioCursor(
      entries, unreadableCount: rows.count - entries.count, limits: limits
    ) { ids async throws(TimelineError) in
      try await query(ChattStatements.chatts(ids)).map { ChattRow.chatt($0) }
    }
    return ChattBatches { () async throws(TimelineError) in try await cursor.next() }
  }

  /// Runs a statement that changes nothing.
  func query(_ statement: SQL, within timeout: Duration? = nil) async throws(TimelineError)
    -> RowSet
  {
    do throws(PostgresError) {
      return try await pool.query(statement, until: .after(timeout ?? limits.listTimeout))
    } catch {
      observe(error)
      throw TimelineError(error)
    }
  }
}
