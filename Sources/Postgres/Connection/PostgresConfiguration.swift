/// How to connect to a database and how to send statements to it.
public struct PostgresConfiguration: Sendable, Hashable {
  /// The use of prepared statements.
  public enum Statements: Sendable, Hashable {
    /// Named prepared statements, at most `countMax` per connection; the least recently used one is
    /// deallocated first.
    case named(countMax: Int)
    /// Statements without names, parsed at each use: for a pooler that assigns a server per
    /// transaction.
    ///
    /// When such a pooler is detected (`PostgresConnection.isPooled`), `named` is `unnamed` too.
    case unnamed
  }

  /// A `postgresql://` URL or `keyword=value` pairs, as in libpq; missing settings come from the
  /// `PG…` variables.
  ///
  /// It may contain a password and is never logged.
  public var connectionString: String
  public var statements: Statements

  public init(connectionString: String, statements: Statements = .named(countMax: 64)) {
    self.connectionString = connectionString
    self.statements = statements
  }
}
