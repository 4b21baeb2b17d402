/// One step of a database's schema: the contents of a file `NNNN-name.sql`.
public struct Migration: Sendable, Hashable {
  public let number: Int
  public let name: String
  public let sql: String

  public init(number: Int, name: String, sql: String) {
    self.number = number
    self.name = name
    self.sql = sql
  }

  public var fileName: String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "-\(name).sql"
  }
}

/// The status of one migration in a database.
public struct MigrationStatus: Sendable, Hashable {
  public enum State: Sendable, Hashable {
    case pending
    case applied(PostgresTimestamp)
    /// The file differs from the one that was applied.
    case changed(PostgresTimestamp)
    /// The program does not have the file.
    case unknown(PostgresTimestamp)
  }

  public let number: Int
  public let fileName: String
  public let state: State
}
