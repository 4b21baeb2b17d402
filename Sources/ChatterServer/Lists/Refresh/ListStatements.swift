internal import Postgres

/// The statements by which a server learns what is new in the timeline; the schema that they speak
/// of is in `migrations/`.
enum ListStatements {
  /// The columns of a row, after those that say of what moment it is.
  enum Column {
    static let snapshot = 0
    static let startOfServer = 1
    static let recovery = 2
    static let fileOfTable = 3
    static let sequence = 4
    static let transaction = 5
    /// Username, message, id and time: as `ChattRow` reads them.
    static let username = 6
    static let id = 8
    static let clipBytes = 10
    static let isRemoved = 11
  }

  /// What refuses a standby, which may be behind, with the state 25006: a number of a transaction is
  /// not to be had there, and not asked for elsewhere.
  private static let refusal: SQL = "case when pg_is_in_recovery() then pg_current_xact_id()::text"

  /// What a statement sees; when the server was started; when it last recovered from a crash of one
  /// of its processes, which empties its statistics and leaves its start time as it was; and which
  /// file the table is in, of which database: `truncate`, a table that is made anew and one that is
  /// rewritten change it, and a copy of the database has its own. When one of the latter three is
  /// another, nothing that was known is relied on. The two times are not compared, since somebody
  /// may have set the clock back between them.
  private static let momentColumns: SQL = """
    \(refusal) else pg_current_snapshot()::text end, pg_postmaster_start_time(),
      pg_stat_get_bgwriter_stat_reset_time(), pg_relation_filepath('chatts')
    """

  static let moment: SQL = "select \(momentColumns)"

  /// Which triggers the table has, who made each, and whether it is on. What is written while one of
  /// them is missing or off, as a backup that is put back is, no look finds: where they are others
  /// than before, everything is read anew. It is too dear for each look.
  static let triggers: SQL = """
    select coalesce(string_agg(concat_ws(' ', oid, xmin, tgenabled), ',' order by oid), '')
    from pg_trigger where tgrelid = to_regclass('chatts')
    """

  static let noMoment: SQL =
    "\(refusal) end, null::timestamptz, null::timestamptz, null::text"

  /// The moment, and the rows that a statement with an earlier snapshot did not see: of those
  /// transactions that were under way then, or began later. At least one row comes, all null but
  /// for the moment where there is nothing new.
  ///
  /// Bounds that change nothing but the planner's guess of how many rows there will be: without
  /// them it reads the whole table where many rows are of one transaction.
  static func changes(since seen: PostgresSnapshot) -> SQL {
    let next: SQL = """
      transaction_id >= \(seen.xmax)
        and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
      """
    let late: SQL = """
      transaction_id >= \(seen.xmin) and transaction_id < \(seen.xmax)
        and transaction_id = any(\(seen.inProgress))
      """
    let row: SQL = """
      sequence, transaction_id, username, message, id, created_at, audio_bytes,
        false as is_removed from chatts
      """
    let removal: SQL = """
      sequence, transaction_id, null, null, null, null, null, true from chatt_removals
      """
    return """
      select \(momentColumns), change.*
      from (select 1) as moment left join (
        select \(row) where \(next) union all select \(row) where \(late)
        union all select \(removal) where \(next) union all select \(removal) where \(late)
      ) as change on true
      """
  }

  /// The same in the order of places, of which the removal comes before the row.
  static func changesInOrder(since seen: PostgresSnapshot) -> SQL {
    "\(changes(since: seen)) order by sequence, is_removed desc"
  }

  /// A row without its clip; all null where it is gone, so that a standby refuses that, too.
  static func row(at sequence: Int64) -> SQL {
    """
    select \(noMoment), chatt.*
    from (select 1) as here left join (
      select sequence, transaction_id, username, message, id, created_at, audio_bytes
      from chatts where sequence = \(sequence)
    ) as chatt on true
    """
  }

  /// Rows with their clips, by their places; one that is all null where none is left.
  static func rows(at sequences: [Int64]) -> SQL {
    """
    select \(noMoment), chatt.*
    from (select 1) as here left join (
      select sequence, transaction_id, username, message, id, created_at, audio_bytes, false, audio
      from chatts where sequence = any(\(sequences))
    ) as chatt on true
    """
  }

  /// Where the clip is among them.
  static let clipColumn = 12

  /// A part of a clip, as long as it is what it was.
  static func clip(
    at sequence: Int64, from offset: Int, count: Int, writtenBy transaction: PostgresTransactionID
  ) -> SQL {
    """
    select substring(audio from \(Int32(clamping: offset + 1)) for \(Int32(clamping: count)))
    from chatts where sequence = \(sequence) and transaction_id = \(transaction)
    """
  }
}
