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

  public init(number: Int, fileName: String, state: State) {
    self.number = number
    self.fileName = fileName
    self.state = state
  }
}
