internal import Chatter
internal import Postgres

/// The statements with which an operator counts and deletes chatts.
enum DeletionStatements {
  /// Selects the number of chatts, of clips, the bytes of the clips, and the highest sequence
  /// number, null if there is no chatt.
  static func count(_ conditions: DeletionConditions) -> SQL {
    """
    select count(*), count(audio_bytes), coalesce(sum(audio_bytes), 0)::int8, max(sequence)
    from chatts where \(conditions.sql)
    """
  }

  /// Selects the ids that no chatt has, in the order given.
  static func unknown(_ ids: [ChattID]) -> SQL {
    """
    select given.id
    from unnest(\(ids.map { PostgresUUID($0) })) with ordinality as given (id, place)
    where not exists (select from chatts where chatts.id = given.id) order by place
    """
  }

  /// Deletes some of the chatts after one sequence number, up to another, so that chatts posted
  /// after the count are kept. Returns one row: the number of chatts, of clips, the bytes of the
  /// clips, and the highest sequence number of the batch, null once there is nothing left.
  static func delete(
    _ conditions: DeletionConditions, after first: Int64, through last: Int64, rowsMax: Int,
    bytesMax: Int
  ) -> SQL {
    """
    with found as materialized (
      select sequence, audio_bytes from chatts
      where sequence > \(first) and sequence <= \(last) and \(conditions.sql)
      order by sequence limit \(rowsMax)
    ), numbered as (
      select sequence,
        sum(coalesce(audio_bytes, 0)) over places - coalesce(audio_bytes, 0) as bytes_before
      from found window places as (order by sequence)
    ), chosen as materialized (
      select sequence from numbered where bytes_before < \(bytesMax)
    ), removed as (
      delete from chatts where sequence in (select sequence from chosen) returning audio_bytes
    )
    select count(*), count(audio_bytes), coalesce(sum(audio_bytes), 0)::int8,
      (select max(sequence) from chosen)
    from removed
    """
  }
}
