internal import Postgres

/// The reason that something could not be read or deleted.
///
/// Only an error of a post (`TimelineError`) says whether something was stored.
public enum ReadError: Error, Equatable, Sendable {
  /// The database is unreachable: retry later.
  case unavailable(retryAfter: Duration)
  /// The database did not respond in time.
  case timedOut
  /// The calling task was cancelled.
  case cancelled
  /// The response of the database is not a valid one; the text says why.
  case malformed(String)

  init(_ error: PostgresError) {
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
