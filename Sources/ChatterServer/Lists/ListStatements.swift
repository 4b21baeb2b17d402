internal import Postgres

/// The statements by which a server learns what is new in the timeline; the schema that they speak
/// of is in `migrations/`.
enum ListStatements {
  /// The columns of a row, after those that say of what moment it is.
  enum Column {
    static let snapshot = 0
    static let startOfServer = 1
    static let sequence = 2
    static let transaction = 3
    /// Username, message, id and time: as `ChattRow` reads them.
    static let username = 4
    static let id = 6
    static let clipBytes = 8
    static let isRemoved = 9
  }

  /// What a statement sees, and when its server was started: after a start nothing that was known
  /// is relied on.
  static let moment: SQL = "select pg_current_snapshot()::text, pg_postmaster_start_time()"

  /// Every row, oldest first.
  static let all: SQL = """
    select null::text, null::timestamptz, sequence, transaction_id, username, message, id,
      created_at, audio_bytes, false
    from chatts order by sequence
    """

  /// The moment, and the rows that a statement with an earlier snapshot did not see: of those
  /// transactions that were under way then, or began later. At least one row comes, all null but
  /// for the moment where there is nothing new.
  ///
  /// The upper bound changes nothing but the planner's guess of how many rows there will be.
  static func changes(since seen: PostgresSnapshot) -> SQL {
    let next: SQL = """
      transaction_id >= \(seen.xmax)
        and transaction_id < pg_snapshot_xmax(pg_current_snapshot())
      """
    let late: SQL = "transaction_id = any(\(seen.inProgress))"
    let row: SQL = """
      sequence, transaction_id, username, message, id, created_at, audio_bytes,
        false as is_removed from chatts
      """
    let removal: SQL = """
      sequence, transaction_id, null, null, null, null, null, true from chatt_removals
      """
    return """
      select pg_current_snapshot()::text, pg_postmaster_start_time(), change.*
      from (select 1) as moment left join (
        select \(row) where \(next) union all select \(row) where \(late)
        union all select \(removal) where \(next) union all select \(removal) where \(late)
      ) as change on true
      """
  }

  /// A row without its clip.
  static func row(at sequence: Int64) -> SQL {
    """
    select null::text, null::timestamptz, sequence, transaction_id, username, message, id,
      created_at, audio_bytes
    from chatts where sequence = \(sequence)
    """
  }

  /// Rows with their clips, by their places.
  static func rows(at sequences: [Int64]) -> SQL {
    """
    select null::text, null::timestamptz, sequence, transaction_id, username, message, id,
      created_at, audio_bytes, false, audio
    from chatts where sequence = any(\(sequences))
    """
  }

  /// Where the clip is among them.
  static let clipColumn = 10

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
