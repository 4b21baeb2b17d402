internal import Postgres

enum AccessTokenStatements {
  /// The bytes of a digest by which rows are found. They are compared in a time that depends on
  /// them, and reveal nothing: nobody can choose a token for its digest.
  static let prefixBytes = 8

  private static let today: SQL = "(now() at time zone 'UTC')::date"

  /// Selects the tokens whose digests begin like this one: nearly always one or none.
  static func find(_ digest: [UInt8]) -> SQL {
    """
    select id, username, sha256,
      (extract(epoch from expires_at - clock_timestamp()) * 1000)::int8,
      last_used is distinct from \(today)
    from access_tokens where substring(sha256 from 1 for 8) = \(digest.prefix(prefixBytes))
    """
  }

  static func markUsed(_ id: Int64) -> SQL {
    """
    update access_tokens set last_used = \(today)
    where id = \(id) and last_used is distinct from \(today)
    """
  }

  static func add(_ username: String, _ digest: [UInt8], life: Duration?) -> SQL {
    """
    insert into access_tokens (username, sha256, expires_at) values (
      \(username), \(digest[...]),
      clock_timestamp() + \(life?.components.seconds as Int64?) * interval '1 second'
    ) returning id
    """
  }

  static let list: SQL = """
    select id, username, created_at, expires_at, to_char(last_used, 'YYYY-MM-DD')
    from access_tokens order by username, id
    """

  static func revoke(_ username: String, id: Int64?) -> SQL {
    """
    delete from access_tokens
    where username = \(username) and id = coalesce(\(id as Int64?), id)
    """
  }
}
