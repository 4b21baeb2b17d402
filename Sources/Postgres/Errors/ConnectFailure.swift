/// The failure of an attempt to connect to a database.
public struct ConnectFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Cause: Hashable, Sendable {
    /// The connection string or a `PG…` variable is invalid.
    case connectionString
    /// No host responded: wrong address, no route, no server, or name not found.
    case unreachable
    /// A server responded and rejected the connection.
    case refused(SQLState)
    case timedOut
    /// This machine is out of file descriptors or memory.
    case exhausted
  }

  public let cause: Cause
  /// One line of text; libpq never includes a password in it.
  public let message: String

  public init(cause: Cause, message: String) {
    self.cause = cause
    self.message = message
  }

  static let timedOut = ConnectFailure(
    cause: .timedOut, message: "the database did not respond in time")

  /// Makes the failure for a new connection whose first statement failed.
  init(firstStatement error: PostgresError) {
    switch error {
    case .server(let error): self.init(cause: .refused(error.sqlState), message: "\(error)")
    case .timedOut: self = .timedOut
    default: self.init(cause: .unreachable, message: "\(error)")
    }
  }

  /// Whether a retry cannot succeed until a setting is changed.
  public var isPermanent: Bool {
    switch cause {
    case .connectionString: true
    case .refused(let state): state.category == "28" || state == .invalidCatalogName
    case .unreachable, .timedOut, .exhausted: false
    }
  }

  public var description: String { message }
}
