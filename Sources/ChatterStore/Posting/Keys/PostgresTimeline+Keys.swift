public import Chatter
internal import Postgres
internal import System

extension PostgresTimeline: PostStore {
  /// Maximum number of attempts if a key exists at first and has expired when it is looked up.
  private static let racesMax = 8

  /// Stores a chatt and its key in a transaction of their own, outside the group commit.
  ///
  /// A lost connection needs no special handling: the post is sent again, and the key shows whether
  /// the first attempt was committed.
  @discardableResult
  public func post(
    _ chatt: NewChatt, once key: PostKey
  ) async throws(TimelineError) -> PostedChatt {
    guard groupCommit.reserve(chatt.byteCount) else {
      throw .unavailable(retryAfter: .seconds(1))
    }
    defer { groupCommit.release(chatt.byteCount) }
    let deadline = Deadline.after(postTimeout)
    return try await keyedPosts.run(with: self, on: pool.loop) { timeline throws(TimelineError) in
      try await timeline.store(chatt, once: key, until: deadline)
    }
  }

  private func store(_ chatt: NewChatt, once key: PostKey, until deadline: Deadline)
    async throws(TimelineError) -> PostedChatt
  {
    let id = Self.makeID()
    var isUncertain = false
    while true {
      let stored: PostedChatt?
      do throws(PostgresError) {
        stored = try await attempt(chatt, id: id, key: key, until: deadline)
      } catch {
        observe(error)
        isUncertain = isUncertain || error.leavesOutcomeUnknown
        try Self.giveUp(after: error, isUncertain: isUncertain, deadline: deadline)
        try? await pool.loop.sleep(until: min(deadline, .after(Self.retryInterval)))
        continue
      }
      expiredKeys.removeWhenDue()
      guard let stored else { throw .keyIsOfAnotherPost }
      return stored
    }
  }

  /// Returns the chatt that is stored with the key; nil if the key is of another post.
  private func attempt(_ chatt: NewChatt, id: ChattID, key: PostKey, until deadline: Deadline)
    async throws(PostgresError) -> PostedChatt?
  {
    let insert = KeyStatements.insert(chatt, id: id, key: key)
    let find: SQL = """
      select fingerprint, chatt_id, created_at from idempotency_keys
      where key = \(key.text) and endpoint = \(key.call.rawValue)
      """
    for _ in 0..<Self.racesMax {
      guard let row = try await pool.query(insert, until: deadline).first else { break }
      let (fingerprint, isNew, time) = try row.decode(
        [UInt8].self, Bool.self, PostgresTimestamp.self)
      if isNew { return PostedChatt(id, time) }
      guard let present = try await pool.query(find, until: deadline).first else { continue }
      let (other, stored, first) = try present.decode(
        [UInt8].self, PostgresUUID.self, PostgresTimestamp.self)
      return other == fingerprint ? PostedChatt(ChattID(stored), first) : nil
    }
    throw .unexpectedResponse("the idempotency key appeared and disappeared repeatedly")
  }

  /// Throws the final error of a post, unless the post is to be tried again.
  private static func giveUp(
    after error: PostgresError, isUncertain: Bool, deadline: Deadline
  ) throws(TimelineError) {
    // If the post was certainly not stored, the client may repeat it. If it may have been stored,
    // this server must try again. A row that is refused now was refused before, too.
    guard isUncertain || error.isAnothersFault, error.sqlState != .checkViolation else {
      throw TimelineError(error)
    }
    guard error.mayPass, !deadline.hasPassed else {
      throw isUncertain ? .outcomeUnknown : TimelineError(error)
    }
  }
}
