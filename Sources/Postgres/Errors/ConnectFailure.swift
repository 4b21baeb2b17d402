/// Why no connection to a database could be made.
public struct ConnectFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Cause: Hashable, Sendable {
    /// The connection string or a `PG…` variable makes no sense.
    case connectionString
    /// No answer from any host: wrong address, no route, no server, name not found.
    case unreachable
    /// A server answered and refused.
    case refused(SQLState)
    case timedOut
    /// This machine lacks descriptors or memory.
    case exhausted
  }

  public let cause: Cause
  /// One line; libpq never puts a password into it.
  public let message: String

  public init(cause: Cause, message: String) {
    self.cause = cause
    self.message = message
  }

  /// Why a connection that was made is of no use: its first statement failed.
  init(firstStatement error: PostgresError) {
    switch error {
    case .server(let error): self.init(cause: .refused(error.sqlState), message: "\(error)")
    case .timedOut: self.init(cause: .timedOut, message: "the database did not answer in time")
    default: self.init(cause: .unreachable, message: "\(error)")
    }
  }

  /// Whether trying again is of no use until somebody changes a setting.
  public var isPermanent: Bool {
    switch cause {
    case .connectionString: true
    case .refused(let state): state.category == "28" || state == .invalidCatalogName
    case .unreachable, .timedOut, .exhausted: false
    }
  }

  public var description: String { message }
}
