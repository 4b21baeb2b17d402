/// How a database is reached and spoken to.
public struct PostgresConfiguration: Sendable, Hashable {
  /// Whether statements are kept prepared.
  public enum Statements: Sendable, Hashable {
    /// Under names, at most so many a connection; the least recently used one goes.
    case named(countMax: Int)
    /// Parsed anew each time: for a pooler that lends a server for one transaction at a time.
    /// Where one is recognised (`PostgresConnection.isPooled`), `named` is `unnamed` too.
    case unnamed
  }

  /// A `postgresql://` URL or `keyword=value` pairs, as everywhere with libpq; what it leaves out
  /// comes from the `PG…` variables. It may contain a password: it goes into no log.
  public var connectionString: String
  public var statements: Statements
  /// What `pg_stat_activity` shows, unless the string says otherwise.
  public var applicationName: String

  public init(
    connectionString: String, statements: Statements = .named(countMax: 64),
    applicationName: String = "chatterd"
  ) {
    self.connectionString = connectionString
    self.statements = statements
    self.applicationName = applicationName
  }
}
