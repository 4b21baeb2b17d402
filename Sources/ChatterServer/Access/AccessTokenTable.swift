public import Chatter
internal import EventLoop
public import Postgres

/// The table of issued tokens, for the operator.
///
/// Servers on the database notice a revocation within `AccessTokens.revocationDelayMax`.
public enum AccessTokenTable {
  /// A row without its digest.
  public struct Entry: Sendable, Equatable {
    public let id: Int64
    public let username: String
    public let createdAt: Timestamp
    public let expiresAt: Timestamp?
    /// The day in UTC on which it was used last, such as `2026-11-23`; nil if never.
    public let lastUsed: String?
  }

  private static let timeout = Duration.seconds(30)

  /// Stores the SHA-256 of a new token of a user, and returns its number. It is valid for whole
  /// seconds of `life`; nil for no end.
  public static func add(
    _ token: AccessToken, of username: String, life: Duration?, on connection: PostgresConnection
  ) async throws(PostgresError) -> Int64 {
    guard let digest = token.sha256 else { throw .unexpectedResponse("no memory for a digest") }
    let rows = try await connection.query(
      AccessTokenStatements.add(username, digest, life: life), until: .after(timeout))
    guard let row = rows.first else { throw .unexpectedResponse("no row") }
    return try row.decode(Int64.self, at: 0)
  }

  /// Returns all tokens, by username and number.
  public static func entries(
    on connection: PostgresConnection
  ) async throws(PostgresError) -> [Entry] {
    var entries: [Entry] = []
    for row in try await connection.query(AccessTokenStatements.list, until: .after(timeout)) {
      entries.append(
        Entry(
          id: try row.decode(Int64.self, at: 0), username: try row.decode(String.self, at: 1),
          createdAt: Timestamp(try row.decode(PostgresTimestamp.self, at: 2)),
          expiresAt: try row.decode(PostgresTimestamp?.self, at: 3).map { Timestamp($0) },
          lastUsed: try row.decode(String?.self, at: 4)))
    }
    return entries
  }

  /// Deletes the tokens of a user, or only one of them; returns how many there were.
  public static func revoke(
    _ username: String, id: Int64?, on connection: PostgresConnection
  ) async throws(PostgresError) -> Int {
    try await connection.query(
      AccessTokenStatements.revoke(username, id: id), until: .after(timeout)
    ).affectedRowCount
  }
}

extension Timestamp {
  init(_ time: PostgresTimestamp) { self.init(clamping: time.microsecondsSince1970) }
}
