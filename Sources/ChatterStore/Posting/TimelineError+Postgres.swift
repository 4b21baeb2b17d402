internal import Chatter
package import Postgres

extension TimelineError {
  init(_ error: PostgresError) {
    switch error.sqlState {
    case .diskFull?: self = .databaseFull
    case .checkViolation?:
      self = .refused("the chatt is too long for the database: shorten it")
    default: self.init(ReadError(error))
    }
  }

  /// Creates the error of a post that could not be stored because something could not be read.
  package init(_ error: ReadError) {
    switch error {
    case .unavailable(let retryAfter): self = .unavailable(retryAfter: retryAfter)
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .malformed(let text): self = .malformedResponse(text)
    }
  }

  static let databaseFull = TimelineError.full(
    "the database has no disk space left, nothing was stored: try again when space has been freed")
}

extension PostgresError {
  /// Whether the statement may have taken effect although no result arrived.
  var leavesOutcomeUnknown: Bool {
    switch self {
    case .connectionLost(.unknown), .timedOut(.unknown), .cancelled(.unknown): true
    case .server(let error): error.leavesOutcomeUnknown
    default: false
    }
  }

  /// Whether the same statement may succeed a little later.
  var mayPass: Bool {
    switch self {
    case .unavailable, .connectionLost, .timedOut, .poolExhausted, .connectionBusy: true
    case .server(let error): error.mayPass
    case .closed, .cancelled, .decoding, .tooManyParameters, .rolledBack, .unexpectedResponse:
      false
    }
  }

  /// Whether the statement was not applied for a reason that is neither its own nor the database's:
  /// other transactions were in conflict (PostgreSQL manual, section 13.5), or the connection was
  /// lost before everything was sent. The statement is to be retried.
  var isAnothersFault: Bool {
    if case .server(let error) = self, error.isTakenPlace { return true }
    return self == .connectionLost(.notApplied) || sqlState == .serializationFailure
      || sqlState == .deadlockDetected
  }
}

extension ServerError {
  /// Whether the server was stopped during the statement, or a pooler lost the server, so that it
  /// is unknown whether the statement was committed.
  fileprivate var leavesOutcomeUnknown: Bool {
    switch sqlState.category {
    case "57": sqlState != .queryCanceled
    case "08": true
    // statement_completion_unknown
    default: sqlState.rawValue == "40003"
    }
  }

  /// Whether a row inserted by hand uses the sequence number. The next attempt uses the next one.
  fileprivate var isTakenPlace: Bool {
    sqlState == .uniqueViolation && constraint == "chatts_sequence_key"
  }

  /// Whether the database cannot serve now but may later: it is shutting down, starting, full,
  /// locked, a standby, or not migrated yet.
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

/// The reason that something could not be read or deleted.
///
/// Only an error of a post (`TimelineError`) says whether something was stored.
public enum ReadError: Error, Equatable, Sendable {
  /// The database is unreachable: retry later.
  case unavailable(retryAfter: Duration)
  case timedOut
  case cancelled
  /// The response of the database is not a valid one; the text says why.
  case malformed(String)

  package init(_ error: PostgresError) {
    switch error {
    case .unavailable(_, let retryAfter): self = .unavailable(retryAfter: retryAfter)
    case .connectionLost, .closed, .poolExhausted, .connectionBusy:
      self = .unavailable(retryAfter: .seconds(1))
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    case .server where error.mayPass: self = .unavailable(retryAfter: .seconds(1))
    case .server, .decoding, .tooManyParameters, .rolledBack, .unexpectedResponse:
      self = .malformed(error.description)
    }
  }
}
