internal import Postgres

/// The statements that measure the timeline and delete its oldest chatts.
///
/// The oldest chatt is the one with the lowest `sequence`. Several servers may run these statements
/// on one database. Rows that another server is deleting are skipped. In that case nothing is
/// deleted by size, since the measurement is no longer valid.
enum RetentionStatements {
  /// The number of oldest chatts among which expired ones are searched. Some chatts whose time was
  /// set by hand to a later one do not hide the expired chatts behind them.
  static let searchedRowsMax = 1024

  /// The bytes that are counted for a chatt.
  private static let bytes: SQL = """
    \(Int32(RetentionLimits.rowBytes)) + octet_length(username)
      + coalesce(octet_length(message), 0) + coalesce(audio_bytes, 0)
    """

  /// Selects the bytes of all chatts and the sequence number of the oldest one.
  static let measure: SQL = "select coalesce(sum(\(bytes)), 0)::int8, min(sequence) from chatts"

  /// Deletes the oldest chatts until this many bytes are freed, provided that the oldest one has
  /// this sequence number. Returns one row: the number of deleted chatts, their bytes, and the
  /// sequence number of the next one.
  static func remove(bytes byteCount: Int, from lowest: Int64, rowsMax: Int) -> SQL {
    """
    with oldest as materialized (
      select sequence, \(bytes) as bytes from chatts
      order by sequence limit \(rowsMax + 1) for update skip locked
    ), numbered as materialized (
      select sequence, bytes, sum(bytes) over places - bytes as bytes_before,
        row_number() over places as number, min(sequence) over () as lowest
      from oldest window places as (order by sequence)
    ), chosen as materialized (
      select sequence, bytes from numbered
      where lowest = \(lowest) and bytes_before < \(byteCount) and number <= \(rowsMax)
    ), removed as (
      delete from chatts where sequence in (select sequence from chosen)
    )
    select count(*), coalesce(sum(bytes), 0)::int8,
      (select min(sequence) from oldest where sequence not in (select sequence from chosen))
    from chosen
    """
  }

  /// Deletes some of the expired chatts. Returns one row: the number of deleted chatts, and the
  /// time in microseconds until the next one expires, null if there is none.
  static func removeExpired(
    after ageMax: Duration, rowsMax: Int, bytesMax: Int
  ) -> SQL {
    let seconds = ageMax / .seconds(1)
    let expiry: SQL = "now() - make_interval(secs => \(seconds))"
    return """
      with oldest as materialized (
        select sequence, created_at, \(bytes) as bytes from chatts
        order by sequence limit \(searchedRowsMax)
      ), numbered as (
        select sequence, sum(bytes) over places - bytes as bytes_before,
          row_number() over places as number
        from oldest where created_at < \(expiry) window places as (order by sequence)
      ), chosen as materialized (
        select sequence from chatts
        where sequence in (
          select sequence from numbered
          where bytes_before < \(bytesMax) and number <= \(rowsMax)
        ) for update skip locked
      ), removed as (
        delete from chatts where sequence in (select sequence from chosen)
      )
      select (select count(*) from chosen), (
        select (extract(epoch from min(created_at) - (\(expiry))) * 1000000)::int8
        from oldest where sequence not in (select sequence from chosen)
      )
      """
  }

  /// Makes the space of deleted chatts available again, unless autovacuum is working on the table.
  static let vacuum: SQL = "vacuum (skip_locked) chatts"

  // MARK: Removals

  /// Identifies a start or a recovery of a server. Transaction IDs of two epochs are not compared.
  private static let epoch: SQL = """
    concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time())
    """

  /// Selects a horizon, before which all transactions have ended, and its epoch.
  static let horizon: SQL = "select pg_snapshot_xmin(pg_current_snapshot()), \(epoch)"

  /// Deletes some of the notes in `chatt_removals` from before a horizon. A note that all rows were
  /// removed takes their place, with the horizon as its transaction. A server that has not seen the
  /// deleted notes finds it and reads all rows. A snapshot that does not contain one of the deleted
  /// notes is from before the horizon, and so does not contain that transaction either.
  static func pruneRemovals(
    before horizon: PostgresTransactionID, of epoch: String, rowsMax: Int
  ) -> SQL {
    """
    with doomed as materialized (
      select ctid from chatt_removals
      where transaction_id < \(horizon) and \(Self.epoch) = \(epoch)
        and \(horizon) < pg_snapshot_xmin(pg_current_snapshot())
      limit \(rowsMax)
    ), marked as (
      insert into chatt_removals (sequence, transaction_id)
      select null, \(horizon) where exists (select from doomed) and not exists (
        select from chatt_removals where sequence is null and transaction_id = \(horizon)
      )
    ), removed as (
      delete from chatt_removals where ctid in (select ctid from doomed)
    )
    select count(*) from doomed
    """
  }
}
