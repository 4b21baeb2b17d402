internal import Postgres

/// Statements for rows that are older than those in memory, and for the rows that a starting server
/// reads.
extension ListStatements {
  private static let rowColumns: SQL = """
    sequence, transaction_id, username, message, id, created_at, audio_bytes
    """

  /// The approximate length of a row's text, in bytes.
  private static let rowBytes: SQL = "160 + coalesce(octet_length(message), 0)"

  /// Selects the newest rows up to a sequence number, newest first: at least one if there is any,
  /// and not many more bytes than allowed.
  static func newest(upTo last: Int64, rowsMax: Int, bytesMax: Int) -> SQL {
    """
    select \(noSnapshot), batch.*
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

  /// Selects the oldest rows between two sequence numbers, oldest first.
  static func oldest(from first: Int64, upTo last: Int64, rowsMax: Int, bytesMax: Int) -> SQL {
    """
    select \(noSnapshot), batch.*
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

  /// Selects the sequence number of the last of `count` rows, counting from `last` towards older
  /// rows.
  static func place(ofOlder count: Int, upTo last: Int64) -> SQL {
    """
    select sequence from chatts where sequence <= \(last)
    order by sequence desc offset \(count - 1) limit 1
    """
  }
}
