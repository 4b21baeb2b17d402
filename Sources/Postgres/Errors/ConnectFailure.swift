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

  /// Parses the text that PQerrorMessage(3) returns after a failed attempt, in verbose form.
  ///
  /// A rejection by the server has the form `FATAL: 28P01: password authentication failed…`, with
  /// the first word in the server's language. A text without an SQLSTATE means that no server
  /// responded.
  init(libpqMessage text: String) {
    let lines = text.split(separator: "\n").map { Self.trimmed($0) }.filter { !$0.isEmpty }
    for line in lines {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() where index > 0 && index < parts.count - 1 {
        let code = Self.trimmed(part)
        guard code.utf8.count == 5, code.contains(where: \.isNumber),
          code.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) })
        else { continue }
        let message = Self.trimmed(parts[(index + 1)...].joined(separator: ":")[...])
        self.init(cause: .refused(SQLState(rawValue: code)), message: message)
        return
      }
    }
    self.init(cause: .unreachable, message: lines.first ?? "could not connect to the database")
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.dropLast(start.reversed().prefix(while: \.isWhitespace).count))
  }
}
