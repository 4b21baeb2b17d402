internal import Postgres

/// Rows that are older than those in memory, and what is read when a server starts.
extension ListStatements {
  private static let rowColumns: SQL = """
    sequence, transaction_id, username, message, id, created_at, audio_bytes
    """

  /// What the text of a row takes, about.
  private static let rowBytes: SQL = "160 + coalesce(octet_length(message), 0)"

  /// The newest rows up to a place, newest first: one at least where there is any, and not many
  /// more bytes than allowed.
  static func newest(upTo last: Int64, rowsMax: Int, bytesMax: Int) -> SQL {
    """
    select \(noMoment), batch.*
    from (select 1) as here left join (
      select \(rowColumns), false
      from (
        select \(rowColumns), sum(\(rowBytes)) over (
          order by sequence desc rows between unbounded preceding and 1 preceding) as bytes_before
        from chatts where sequence <= \(last) order by sequence desc limit \(rowsMax)
      ) as part where bytes_before is null or bytes_before < \(bytesMax)
    ) as batch on true
    """
  }

  /// The oldest rows from one place to another, oldest first.
  static func oldest(from first: Int64, upTo last: Int64, rowsMax: Int, bytesMax: Int) -> SQL {
    """
    select \(noMoment), batch.*
    from (select 1) as here left join (
      select \(rowColumns), false
      from (
        select \(rowColumns), sum(\(rowBytes)) over (
          order by sequence rows between unbounded preceding and 1 preceding) as bytes_before
        from chatts where sequence between \(first) and \(last) order by sequence
        limit \(rowsMax)
      ) as part where bytes_before is null or bytes_before < \(bytesMax)
    ) as batch on true
    """
  }

  /// The place of the last of some rows, counted from a place towards older ones.
  static func place(ofOlder count: Int, upTo last: Int64) -> SQL {
    """
    select sequence from chatts where sequence <= \(last)
    order by sequence desc offset \(count - 1) limit 1
    """
  }
}
