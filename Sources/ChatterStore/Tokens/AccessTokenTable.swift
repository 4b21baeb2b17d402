public import Chatter
public import Postgres
internal import System

/// The table of issued tokens, for the operator and for checks.
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
      """
      insert into access_tokens (username, sha256, expires_at) values (
        \(username), \(digest[...]),
        clock_timestamp() + \(life?.components.seconds as Int64?) * interval '1 second'
      ) returning id
      """, until: .after(timeout))
    guard let row = rows.first else { throw .unexpectedResponse("no row") }
    return try row.decode(Int64.self, at: 0)
  }

  /// Returns all tokens, by username and number.
  public static func entries(
    on connection: PostgresConnection
  ) async throws(PostgresError) -> [Entry] {
    let rows = try await connection.query(
      """
      select id, username, created_at, expires_at, to_char(last_used, 'YYYY-MM-DD')
      from access_tokens order by username, id
      """, until: .after(timeout))
    return try rows.map { row throws(PostgresError) in
      Entry(
        id: try row.decode(Int64.self, at: 0), username: try row.decode(String.self, at: 1),
        createdAt: Timestamp(try row.decode(PostgresTimestamp.self, at: 2)),
        expiresAt: try row.decode(PostgresTimestamp?.self, at: 3).map { Timestamp($0) },
        lastUsed: try row.decode(String?.self, at: 4))
    }
  }

  /// Deletes the tokens of a user, or only one of them; returns how many there were.
  public static func revoke(
    _ username: String, id: Int64?, on connection: PostgresConnection
  ) async throws(PostgresError) -> Int {
    try await connection.query(
      """
      delete from access_tokens
      where username = \(username) and id = coalesce(\(id as Int64?), id)
      """, until: .after(timeout)
    ).affectedRowCount
  }

  // MARK: Checks

  /// The bytes of a digest by which rows are found. They are compared in a time that depends on
  /// them, and reveal nothing: nobody can choose a token for its digest.
  package static let prefixBytes = 8

  private static let today: SQL = "(now() at time zone 'UTC')::date"

  /// Selects the tokens whose digests begin like this one: nearly always one or none.
  package static func find(_ digest: [UInt8]) -> SQL {
    """
    select id, username, sha256,
      (extract(epoch from expires_at - clock_timestamp()) * 1000)::int8,
      last_used is distinct from \(today)
    from access_tokens where substring(sha256 from 1 for 8) = \(digest.prefix(prefixBytes))
    """
  }

  package static func markUsed(_ id: Int64) -> SQL {
    """
    update access_tokens set last_used = \(today)
    where id = \(id) and last_used is distinct from \(today)
    """
  }
}

extension Timestamp {
  init(_ time: PostgresTimestamp) { self.init(clamping: time.microsecondsSince1970) }
}
