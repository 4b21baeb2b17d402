internal import Chatter
package import Postgres

/// The statements that read the timeline. The schema is in `Migrations/`.
package enum ListStatements {
  /// The columns of a row, which follow those of the snapshot.
  package enum Column {
    package static let snapshot = 0
    package static let startOfServer = 1
    package static let recovery = 2
    package static let fileOfTable = 3
    package static let sequence = 4
    package static let transaction = 5
    /// The first of the columns that `Chatt` reads: username, message, id and time.
    package static let username = 6
    package static let id = 8
    package static let clipBytes = 10
    package static let isRemoved = 11
    /// The clip, in the result of `rows(at:)`.
    package static let clip = 12
    /// Not null if the message is long, in the result of `shortBatch`.
    package static let isLong = 11
  }

  /// Length of a long message in bytes: a batch of shorter ones needs not be counted.
  private static let longMessageBytes = 1024

  private static let rowColumns: SQL = """
    sequence, transaction_id, username, message, id, created_at, audio_bytes
    """

  /// Makes a statement fail with SQLSTATE 25006 on a standby, which may be behind the primary:
  /// transaction IDs are not available there. On other servers no transaction ID is requested.
  package static let refusal: SQL = "case when pg_is_in_recovery() then pg_current_xact_id()::text"

  /// The snapshot of a statement, the time when the server was started, the time of its last
  /// recovery, and the file and database of the table. If one of the last three changes, no cached
  /// state is used.
  ///
  /// A recovery from a crash of one of the server's processes resets its statistics but not its
  /// start time. The file changes with `truncate` and when the table is recreated or rewritten.
  package static let snapshotColumns: SQL = """
    \(refusal) else pg_current_snapshot()::text end, pg_postmaster_start_time(),
      pg_stat_get_bgwriter_stat_reset_time(), pg_relation_filepath('chatts')
    """

  package static let snapshot: SQL = "select \(snapshotColumns)"

  /// The triggers of the table. If they differ from the previous check, all rows are read again:
  /// polls do not find rows that were written while a trigger was missing or disabled, such as
  /// those of a restored backup. This query is too expensive for each poll.
  package static let triggers: SQL = """
    select coalesce(string_agg(concat_ws(' ', oid, xmin, tgenabled), ',' order by oid), '')
    from pg_trigger where tgrelid = to_regclass('chatts')
    """

  // MARK: Changes

  /// Selects the snapshot, and the rows that a statement with an earlier snapshot did not see:
  /// those of transactions that were in progress then, or began later. The result has at least one
  /// row. If nothing is new, all its columns except those of the snapshot are null.
  ///
  /// Some bounds only change the planner's estimate of the number of rows. Without them, it reads
  /// the whole table if many rows belong to one transaction.
  package static func changes(since seen: PostgresSnapshot) -> SQL {
    let next: SQL = """
      transaction_id >= \(seen.xmax)
        and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
      """
    let late: SQL = """
      transaction_id >= \(seen.xmin) and transaction_id < \(seen.xmax)
        and transaction_id = any(\(seen.inProgress))
      """
    let row: SQL = "\(rowColumns), false as is_removed from chatts"
    let removal: SQL = """
      sequence, transaction_id, null, null, null, null, null, true from chatt_removals
      """
    return """
      select \(snapshotColumns), change.*
      from (select 1) as here left join (
        select \(row) where \(next) union all select \(row) where \(late)
        union all select \(removal) where \(next) union all select \(removal) where \(late)
      ) as change on true
      """
  }

  /// Selects the same, ordered by sequence number, with the removal before the row.
  package static func changesInOrder(since seen: PostgresSnapshot) -> SQL {
    "\(changes(since: seen)) order by sequence, is_removed desc"
  }

  // MARK: Rows that are not in memory

  /// Selects rows in the columns of `changes`, without a snapshot. If there are none, the result is
  /// one row in which all columns are null, so that a standby refuses the statement then, too.
  private static func refusedByStandbys(_ rows: SQL) -> SQL {
    """
    select \(refusal) end, null::timestamptz, null::timestamptz, null::text, chatt.*
    from (select 1) as here left join (\(rows)) as chatt on true
    """
  }

  package static func rows(at sequences: [Int64]) -> SQL {
    refusedByStandbys(
      "select \(rowColumns), false, audio from chatts where sequence = any(\(sequences))")
  }

  /// Selects the rows of a range, without long messages.
  static func shortBatch(_ range: OlderBatch.Range) -> SQL {
    let isLong: SQL = "octet_length(message) > \(Int32(longMessageBytes))"
    return refusedByStandbys(
      """
      select sequence, transaction_id, username, case when \(isLong) then null else message end,
        id, created_at, audio_bytes, case when \(isLong) then true end
      \(rows(of: range))
      """)
  }

  /// Selects the first rows of a range: at least one if there is any, and not many more bytes than
  /// allowed.
  static func batch(_ range: OlderBatch.Range) -> SQL {
    refusedByStandbys(
      """
      select \(rowColumns)
      from (
        select \(rowColumns), sum(160 + coalesce(octet_length(message), 0)) over (
          order by \(order(of: range)) rows between unbounded preceding and 1 preceding
        ) as bytes_before
        \(rows(of: range))
      ) as part where bytes_before is null or bytes_before < \(range.bytesMax)
      """)
  }

  private static func rows(of range: OlderBatch.Range) -> SQL {
    """
    from chatts where sequence between \(range.first) and \(range.last)
    order by \(order(of: range)) limit \(range.rowsMax)
    """
  }

  private static func order(of range: OlderBatch.Range) -> SQL {
    range.order == .newest ? "sequence desc" : "sequence"
  }

  /// Selects the sequence number of row `count`, counted from `last` towards older rows.
  package static func place(ofOlder count: Int, upTo last: Int64) -> SQL {
    """
    select sequence from chatts where sequence <= \(last)
    order by sequence desc offset \(count - 1) limit 1
    """
  }

  /// Selects a chunk of a clip, unless the row has been written again.
  package static func clip(
    at sequence: Int64, from offset: Int, count: Int, writtenBy transaction: PostgresTransactionID
  ) -> SQL {
    """
    select substring(audio from \(Int32(clamping: offset + 1)) for \(Int32(clamping: count)))
    from chatts where sequence = \(sequence) and transaction_id = \(transaction)
    """
  }
}
