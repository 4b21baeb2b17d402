public import Chatter
internal import Postgres
internal import Sockets
private import Synchronization

/// Posting, with an answer only when the chatt is on disk.
extension PostgresTimeline {
  /// Stores a chatt under an id that is made here.
  ///
  /// The connection may be lost when COMMIT has been sent and not answered. Then the same row is
  /// sent again under the same id: the unique key makes PostgreSQL wait for a first transaction
  /// that is still under way, and then either the row is there or it is made, once. It is never
  /// guessed.
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
        if error.leavesOutcomeUnknown { isUncertain = true }
        // What certainly was not stored is the client's to repeat; what may have been is ours.
        guard isUncertain, !deadline.hasPassed, !Task.isCancelled else {
          throw isUncertain ? .outcomeUnknown : TimelineError(error)
        }
        if case .server = error { throw .outcomeUnknown }
      }
      try? await pool.loop.sleep(until: min(deadline, .after(limits.retryPause)))
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

extension PostgresError {
  /// Whether the statement may have taken effect although no answer came.
  fileprivate var leavesOutcomeUnknown: Bool {
    switch self {
    case .connectionLost(.unknown), .timedOut(.unknown), .cancelled(.unknown): true
    // The server was told to stop in the midst of it; whether before or after the commit is open.
    case .server(let error): error.sqlState.category == "57" && error.sqlState != .queryCanceled
    default: false
    }
  }
}

extension TimelineError {
  /// What a failure of the database means to a timeline.
  init(_ error: PostgresError) {
    switch error {
    case .unavailable(_, let retryAfter): self = .unavailable(retryAfter: retryAfter)
    case .connectionLost, .closed, .poolExhausted, .connectionBusy:
      self = .unavailable(retryAfter: .seconds(1))
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .server(let error) where error.isOutage: self = .unavailable(retryAfter: .seconds(1))
    case .server(let error) where error.sqlState == .checkViolation:
      self = .refused("the chatt is longer than the database takes")
    case .server, .decoding, .tooManyParameters, .rolledBack, .unexpectedResponse:
      self = .malformedAnswer(error.description)
    }
  }
}

extension ServerError {
  /// Whether the database cannot serve now, and may later: shutting down, starting, full.
  fileprivate var isOutage: Bool {
    ["53", "57", "58"].contains(sqlState.category) || sqlState == .readOnlyTransaction
      || sqlState == .undefinedTable
  }
}
