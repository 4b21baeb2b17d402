public import Chatter
internal import EventLoop
internal import Postgres

/// Posting, which returns only when the chatt is on disk.
extension PostgresTimeline {
  /// Stores a chatt under a new id, together with chatts that arrive at the same time.
  ///
  /// The connection may be lost after COMMIT was sent and before the result has arrived. Then the
  /// same row is sent again under the same id. The unique key makes PostgreSQL wait for a first
  /// transaction that is still in progress; after that, the row either exists or is inserted, once.
  /// The outcome is never guessed: if it cannot be determined in time, the error is
  /// `outcomeUnknown`.
  @discardableResult
  public func post(_ chatt: NewChatt) async throws(TimelineError) -> ChattID? {
    let id = Self.makeID()
    try await groupCommit.post(chatt, id: id, until: .after(limits.postTimeout))
    return id
  }

  static func makeID() -> ChattID {
    let now = Timestamp(microsecondsSince1970: WallClock.microsecondsSince1970)
    return random.withLock { ChattID(at: now ?? Timestamp.earliest, using: &$0) }
  }

  /// Shared by all loops.
  private static let random = Lock(RandomBytes())
}

extension Timestamp {
  /// The timestamp to use if the clock is out of range.
  fileprivate static var earliest: Timestamp {
    guard let earliest = Timestamp(microsecondsSince1970: 0) else {
      preconditionFailure("1970 is in the range")
    }
    return earliest
  }
}
