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
