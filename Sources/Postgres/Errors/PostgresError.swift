/// Whether a statement without a response may have taken effect.
public enum StatementOutcome: Hashable, Sendable {
  /// The statement has not taken effect: nothing was sent, or its transaction was never committed.
  case notApplied
  /// The statement was sent and its response is missing. Only a query of the database can show
  /// whether it took effect.
  case unknown
}

/// The reason why a statement has no result.
///
/// Descriptions contain neither user values nor passwords.
public enum PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no connection and none can be made now; nothing was sent.
  case unavailable(ConnectFailure, retryAfter: Duration)
  /// The connection ended while a statement was running.
  case connectionLost(StatementOutcome)
  case timedOut(StatementOutcome)
  case cancelled(StatementOutcome)
  /// Every connection stayed busy, or the queue of waiters was full; nothing was sent.
  case poolExhausted
  /// The connection or the pool has been closed; nothing was sent.
  case closed
  case server(ServerError)
  case decoding(column: Int, DecodingReason)
  /// More parameters than the 65,535 that the protocol can count.
  case tooManyParameters(Int)
  /// Two tasks used one connection at the same time; nothing was sent for the second.
  case connectionBusy
  /// COMMIT caused a rollback because a statement of the transaction had failed.
  case rolledBack
  /// The server sent a response that this module does not support, for instance COPY.
  case unexpectedResponse(String)

  /// The SQLSTATE that the server returned; nil for errors from other sources.
  public var sqlState: SQLState? {
    if case .server(let error) = self { error.sqlState } else { nil }
  }

  /// Whether the server no longer has a prepared statement, or a migration changed its result type.
  ///
  /// The statement may succeed when it is prepared again, in a transaction of its own.
  public var isOutdatedStatement: Bool {
    sqlState == .invalidStatementName || sqlState == .featureNotSupported
  }

  public var description: String {
    switch self {
    case .unavailable(let failure, _): "the database is unavailable: \(failure)"
    case .connectionLost(let outcome): "the connection to the database was lost" + suffix(outcome)
    case .timedOut(let outcome): "the database did not respond in time" + suffix(outcome)
    case .cancelled(let outcome): "the statement was cancelled" + suffix(outcome)
    case .poolExhausted: "all database connections are busy"
    case .closed: "the database connection is closed"
    case .server(let error): "database error: \(error)"
    case .decoding(let column, let reason): "column \(column): \(reason)"
    case .tooManyParameters(let count): "\(count) parameters: the protocol allows 65535"
    case .connectionBusy: "the connection is in use by another task"
    case .rolledBack: "the transaction was rolled back"
    case .unexpectedResponse(let what): "unexpected response from the database: \(what)"
    }
  }

  private func suffix(_ outcome: StatementOutcome) -> String {
    outcome == .unknown ? "; whether the statement took effect is unknown" : ""
  }
}

/// The reason why a column could not be read as the requested Swift type.
public enum DecodingReason: Error, Hashable, Sendable, CustomStringConvertible {
  case noSuchColumn(count: Int)
  case null
  case typeMismatch(PostgresType)
  /// The bytes are not a valid value of the column's type, or do not fit the Swift type.
  case malformed

  public var description: String {
    switch self {
    case .noSuchColumn(let count): "the row has only \(count) columns"
    case .null: "unexpected null"
    case .typeMismatch(let type): "type \(type.rawValue) does not match the requested type"
    case .malformed: "malformed value of the requested type"
    }
  }
}
