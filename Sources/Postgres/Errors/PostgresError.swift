/// Whether a statement that got no answer may have taken effect.
public enum StatementOutcome: Hashable, Sendable {
  /// It certainly has not: nothing was sent, or its transaction was never committed.
  case notApplied
  /// It was sent and the answer is missing: only a look into the database can tell.
  case unknown
}

/// Why a statement has no result.
///
/// Descriptions carry neither values of users nor passwords.
public enum PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no connection and none can be made now; nothing was sent.
  case unavailable(ConnectFailure, retryAfter: Duration)
  /// The connection ended under a statement.
  case connectionLost(StatementOutcome)
  case timedOut(StatementOutcome)
  case cancelled(StatementOutcome)
  /// Every connection stayed busy, or the queue for them was full; nothing was sent.
  case poolExhausted
  /// The connection or the pool has been closed; nothing was sent.
  case closed
  case server(ServerError)
  case decoding(column: Int, DecodingReason)
  /// More than the 65,535 that the protocol can count.
  case tooManyParameters(Int)
  /// Two tasks used one connection at a time; nothing was sent for the second.
  case connectionBusy
  /// COMMIT was answered with a roll-back, since a statement of the transaction had failed.
  case rolledBack
  /// The server answered what this module does not speak, COPY for instance.
  case unexpectedResponse(String)

  /// The server's state, where a server answered.
  public var sqlState: SQLState? {
    if case .server(let error) = self { error.sqlState } else { nil }
  }

  /// Whether the server forgot a prepared statement, or a migration changed what it returns: it may
  /// do when it is prepared anew, in a transaction of its own.
  public var isOutdatedStatement: Bool {
    sqlState == .invalidStatementName || sqlState == .featureNotSupported
  }

  public var description: String {
    switch self {
    case .unavailable(let failure, _): "the database is unavailable: \(failure)"
    case .connectionLost(let outcome): "the connection to the database was lost" + suffix(outcome)
    case .timedOut(let outcome): "the database did not answer in time" + suffix(outcome)
    case .cancelled(let outcome): "the statement was cancelled" + suffix(outcome)
    case .poolExhausted: "all database connections are busy"
    case .closed: "the database connection is closed"
    case .server(let error): "the database refused: \(error)"
    case .decoding(let column, let reason): "column \(column): \(reason)"
    case .tooManyParameters(let count): "\(count) parameters: the protocol allows 65535"
    case .connectionBusy: "the connection is in use by another task"
    case .rolledBack: "the transaction was rolled back"
    case .unexpectedResponse(let what): "unexpected response of the database: \(what)"
    }
  }

  private func suffix(_ outcome: StatementOutcome) -> String {
    outcome == .unknown ? "; whether the statement took effect is unknown" : ""
  }
}

/// Why a column could not be read as the Swift type asked for.
public enum DecodingReason: Error, Hashable, Sendable, CustomStringConvertible {
  case noSuchColumn(count: Int)
  case null
  case typeMismatch(PostgresType)
  /// The bytes are not what the column's type promises, or do not fit the Swift type.
  case malformed

  public var description: String {
    switch self {
    case .noSuchColumn(let count): "the row has \(count) columns only"
    case .null: "null where a value is needed"
    case .typeMismatch(let type): "type \(type.rawValue) does not fit the type asked for"
    case .malformed: "the bytes do not fit the type asked for"
    }
  }
}
