public import Chatter
internal import Postgres
internal import Sockets

/// Posting, with an answer only when the chatt is on disk.
extension PostgresTimeline {
  /// Stores a chatt under an id that is made here.
  ///
  /// The connection may be lost when COMMIT has been sent and not answered. Then the same row is
  /// sent again under the same id: the unique key makes PostgreSQL wait for a first transaction
  /// that is still under way, and then either the row is there or it is made, once. It is never
  /// guessed: when that cannot be done in time, the error is `outcomeUnknown`.
  @discardableResult
  public func post(_ chatt: NewChatt) async throws(TimelineError) -> ChattID? {
    let deadline = Deadline.after(limits.postTimeout)
    let id = Self.makeID()
    let statement = ChattStatements.insert(chatt, id: id)
    var isUncertain = false
    while true {
      do throws(PostgresError) {
        try await pool.query(statement, until: deadline)
        return id
      } catch {
        observe(error)
        isUncertain = isUncertain || error.leavesOutcomeUnknown
        try Self.giveUp(after: error, isUncertain: isUncertain, deadline: deadline)
      }
      try? await pool.loop.sleep(until: min(deadline, .after(limits.retryPause)))
    }
  }

  /// Throws what a post ends with after an error, unless it is to be tried again.
  private static func giveUp(
    after error: PostgresError, isUncertain: Bool, deadline: Deadline
  ) throws(TimelineError) {
    // What certainly was not stored is the client's to repeat; what may have been is ours.
    guard isUncertain || error.isConflict else { throw TimelineError(error) }
    // A row that is refused now was refused before, too.
    guard error.sqlState != .checkViolation else { throw TimelineError(error) }
    guard error.mayPass, !deadline.hasPassed, !Task.isCancelled else {
      throw isUncertain ? .outcomeUnknown : TimelineError(error)
    }
  }

  private static func makeID() -> ChattID {
    var generator = SystemRandomNumberGenerator()
    let now = Timestamp(microsecondsSince1970: WallClock.microsecondsSince1970)
    return ChattID(at: now ?? Timestamp.earliest, using: &generator)
  }
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
