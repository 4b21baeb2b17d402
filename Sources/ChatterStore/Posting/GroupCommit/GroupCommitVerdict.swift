internal import Chatter
internal import Postgres

/// What happens to the posts of a batch that failed.
enum GroupCommitVerdict {
  /// They are sent again together, after a pause.
  case again
  case inHalves
  case singly
  /// The post is sent once more, after all others.
  case last
  case over(TimelineError)

  init(_ error: PostgresError, isUncertain: Bool, wasSlow: Bool, count: Int) {
    let isTooSlow = error.sqlState == .queryCanceled
    if isTooSlow, count > 1 {
      self = .singly
    } else if error.isAnothersFault || (isUncertain && error.mayPass) {
      self = .again
    } else if isTooSlow {
      self = wasSlow ? .over(.tooSlow) : .last
    } else if error.mayBeOneRow, count > 1 {
      self = .inHalves
    } else if isUncertain, error.sqlState != .checkViolation {
      self = .over(.outcomeUnknown)
    } else {
      // If the post was certainly not stored, the client may repeat it. A row that is refused now
      // was refused before, too.
      self = .over(TimelineError(error))
    }
  }
}

extension PostgresError {
  /// Whether one row may have caused the error, and not the statement or the server.
  var mayBeOneRow: Bool {
    switch self {
    // One post may have caused the statement timeout.
    case .server(let error) where error.sqlState == .queryCanceled: true
    case .server(let error): !mayPass && error.sqlState.category != "42"
    case .tooManyParameters, .decoding: true
    default: false
    }
  }
}
