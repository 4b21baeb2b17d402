internal import Postgres

/// The statements that measure the timeline and delete its oldest chatts; the schema is in
/// `migrations/`.
///
/// Oldest is what has the lowest `sequence`. Several servers may run these on one database: rows that
/// another is deleting are skipped, and then nothing is deleted by size, since what was measured is
/// no longer true.
enum RetentionStatements {
  /// The oldest chatts among which expired ones are searched: some whose time was set by hand to a
  /// later one do not hide those behind them.
  static let searchedRowsMax = 1024

  /// Bytes that a chatt counts.
  private static let bytes: SQL = """
    \(Int32(RetentionLimits.rowBytes)) + octet_length(username)
      + coalesce(octet_length(message), 0) + coalesce(audio_bytes, 0)
    """

  /// The bytes of all chatts, and the place of the oldest one. It reads the rows without their clips,
  /// which are stored beside.
  static let measure: SQL = "select coalesce(sum(\(bytes)), 0)::int8, min(sequence) from chatts"

  /// Deletes the oldest chatts until this many bytes are freed, provided that the oldest one is the
  /// one at this place. One row: how many were deleted, their bytes, and the place of the next.
  static func remove(bytes byteCount: Int, from front: Int64, rowsMax: Int) -> SQL {
    """
    with oldest as materialized (
      select sequence, \(bytes) as bytes from chatts
      order by sequence limit \(rowsMax + 1) for update skip locked
    ), numbered as materialized (
      select sequence, bytes, sum(bytes) over places - bytes as bytes_before,
        row_number() over places as number, min(sequence) over () as front
      from oldest window places as (order by sequence)
    ), chosen as materialized (
      select sequence, bytes from numbered
      where front = \(front) and bytes_before < \(byteCount) and number <= \(rowsMax)
    ), removed as (
      delete from chatts where sequence in (select sequence from chosen)
    )
    select count(*), coalesce(sum(bytes), 0)::int8,
      (select min(sequence) from oldest where sequence not in (select sequence from chosen))
    from chosen
    """
  }

  /// Deletes some of the expired chatts. One row: how many were deleted, and after how many
  /// microseconds the next one expires, null where there is none.
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

  /// Lets the space of what was deleted be used again, unless autovacuum is at it.
  static let vacuum: SQL = "vacuum (skip_locked) chatts"

  // MARK: Removals

  /// Which start of which server it is: numbers of transactions of two are not compared.
  private static let epoch: SQL = """
    concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time())
    """

  /// A horizon: all transactions before this one are over. And the epoch that it is of.
  static let horizon: SQL = "select pg_snapshot_xmin(pg_current_snapshot()), \(epoch)"

  /// Deletes some of the notes in `chatt_removals` from before a horizon, and leaves one in their
  /// place by which a server that has not seen them reads everything: one of the horizon's own
  /// transaction, that says that all is gone. A snapshot that does not contain one of the deleted
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
