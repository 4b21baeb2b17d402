internal import Chatter
internal import Postgres

extension TimelineError {
  /// What a failure of the database means to a timeline.
  init(_ error: PostgresError) {
    switch error {
    case .unavailable(_, let retryAfter): self = .unavailable(retryAfter: retryAfter)
    case .connectionLost, .closed, .poolExhausted, .connectionBusy:
      self = .unavailable(retryAfter: .seconds(1))
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .server(let error) where error.sqlState == .diskFull: self = .databaseFull
    case .server(let error) where error.mayPass: self = .unavailable(retryAfter: .seconds(1))
    case .server(let error) where error.sqlState == .checkViolation:
      self = .refused("the chatt is longer than the database takes")
    case .server, .decoding, .tooManyParameters, .rolledBack, .unexpectedResponse:
      self = .malformedAnswer(error.description)
    }
  }
}

extension TimelineError {
  static let databaseFull = TimelineError.full(
    "the database has no disk space left, nothing was stored: try again when space has been freed")
}

extension PostgresError {
  /// Whether the statement may have taken effect although no answer came.
  var leavesOutcomeUnknown: Bool {
    switch self {
    case .connectionLost(.unknown), .timedOut(.unknown), .cancelled(.unknown): true
    case .server(let error): error.leavesOutcomeUnknown
    default: false
    }
  }

  /// Whether the same statement may be taken a little later.
  var mayPass: Bool {
    switch self {
    case .unavailable, .connectionLost, .timedOut, .poolExhausted, .connectionBusy: true
    case .server(let error): error.mayPass
    case .closed, .cancelled, .decoding, .tooManyParameters, .rolledBack, .unexpectedResponse:
      false
    }
  }

  /// Whether other transactions were in the way, so that it is to be tried again at once (manual,
  /// section 13.5): a matter of the isolation level that the database was given.
  var isConflict: Bool {
    if case .server(let error) = self, error.isTakenPlace { return true }
    return sqlState == .serializationFailure || sqlState == .deadlockDetected
  }
}

extension ServerError {
  /// The server was told to stop in the midst of the statement, or a pooler lost the server:
  /// whether before or after the commit is open.
  fileprivate var leavesOutcomeUnknown: Bool {
    switch sqlState.category {
    case "57": sqlState != .queryCanceled
    case "08": true
    // statement_completion_unknown
    default: sqlState.rawValue == "40003"
    }
  }

  /// Whether the place that a chatt would have taken has a row that somebody put there by hand; the
  /// next attempt takes the next place.
  fileprivate var isTakenPlace: Bool {
    sqlState == .uniqueViolation && constraint == "chatts_sequence_key"
  }

  /// Whether the database cannot serve now, and may later: shutting down, starting, full, locked,
  /// a standby, or not migrated yet.
  fileprivate var mayPass: Bool {
    switch sqlState.category {
    case "08", "40", "53", "57", "58": true
    // lock_not_available
    default:
      sqlState == .readOnlyTransaction || sqlState == .undefinedTable
        || sqlState.rawValue == "55P03" || isTakenPlace
    }
  }
}
