public import Chatter
public import Postgres
private import Sockets

/// The timeline in PostgreSQL, by way of one loop's connections.
///
/// It keeps nothing between calls: what the database says is what is listed.
public struct PostgresTimeline: Timeline {
  /// How long one call may wait for the database.
  public struct Limits: Sendable {
    /// For a connection and the answer of a list.
    public var listTimeout = Duration.seconds(30)
    /// For a post to be on disk, all its attempts together.
    public var postTimeout = Duration.seconds(20)
    /// Between two attempts of a post whose outcome is not known.
    public var retryPause = Duration.milliseconds(100)
    /// Bytes of clips that one batch of getaudio takes from the database, one clip at least.
    public var batchBytesMax = 4 << 20
    /// Chatts in one such batch.
    public var batchRowsMax = 256

    public init() {}
  }

  let pool: PostgresPool
  let order: ListProfile.Order
  let limits: Limits

  public init(_ pool: PostgresPool, order: ListProfile.Order = .newest, limits: Limits = Limits()) {
    self.pool = pool
    self.order = order
    self.limits = limits
  }

  public func chatts() async throws(TimelineError) -> [Chatt] {
    let rows = try await query(ChattStatements.list(order))
    return rows.compactMap { ChattRow.chatt($0) }
  }

  public func audio() async throws(TimelineError) -> ChattBatches {
    let rows = try await query(ChattStatements.listWithAudioSizes(order))
    let cursor = AudioCursor(rows.compactMap(AudioCursor.Entry.init), of: self)
    return ChattBatches { () async throws(TimelineError) in try await cursor.next() }
  }

  func query(_ statement: SQL) async throws(TimelineError) -> RowSet {
    do throws(PostgresError) {
      return try await pool.query(statement, until: .after(limits.listTimeout))
    } catch {
      throw TimelineError(error)
    }
  }
}
