public import Chatter
internal import Postgres
internal import Sockets

/// Posting, with an answer only when the chatt is on disk.
extension PostgresTimeline {
  /// Stores a chatt under an id that is made here, together with those that come meanwhile.
  ///
  /// The connection may be lost when COMMIT has been sent and not answered. Then the same row is
  /// sent again under the same id: the unique key makes PostgreSQL wait for a first transaction
  /// that is still under way, and then either the row is there or it is made, once. It is never
  /// guessed: when that cannot be done in time, the error is `outcomeUnknown`.
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

  /// Of all loops.
  private static let random = Lock(RandomBytes())
}

extension Timestamp {
  /// For a clock that is out of all bounds.
  fileprivate static var earliest: Timestamp {
    guard let earliest = Timestamp(microsecondsSince1970: 0) else {
      preconditionFailure("1970 is in the range")
    }
    return earliest
  }
}
