package import Postgres

package enum EventStatements {
  package static let rowsMax = 500
  /// Maximum size of the rows of a batch in bytes, apart from its first one.
  package static let bytesMax = 128 << 10
  /// Maximum number of changes after a position. A client that missed more loads a page.
  package static let changesMax = 20_000

  /// The columns, which follow those of the snapshot.
  package enum Column {
    package static let transaction = 4
    package static let sequence = 5
    package static let isChatt = 6
    package static let id = 7
    package static let bytesBefore = 8
    package static let total = 9
    // After the number of the row, which only orders the result.
    package static let chatt = 11
  }

  /// Selects the first changes after a position, up to a snapshot or now, in order, and how many
  /// there are. The result has at least one row; if there is no change, only the columns of the
  /// snapshot are set. Chatts beyond `bytesMax` are null.
  package static func changes(since position: EventPosition, upTo horizon: PostgresSnapshot?) -> SQL
  {
    let seen = position.seen
    let end: SQL =
      horizon.map { "\($0.xmax)" } ?? "pg_snapshot_xmax(pg_current_snapshot())"
    let visible: SQL =
      horizon.map {
        "and pg_visible_in_snapshot(transaction_id, \($0.description)::text::pg_snapshot)"
      } ?? ""
    let next: SQL = "transaction_id >= \(seen.xmax) and transaction_id < \(end) \(visible)"
    let late: SQL = """
      transaction_id >= \(seen.xmin) and transaction_id < \(seen.xmax)
        and transaction_id = any(\(seen.inProgress)) \(visible)
      """
    let chatt: SQL = """
      transaction_id, sequence, true as is_chatt, id,
        160 + coalesce(octet_length(message), 0) as bytes from chatts
      """
    let removal: SQL = "transaction_id, sequence, false, id, 160 from chatt_removals"
    let most: SQL = "limit \(changesMax + 1)"
    let part = position.part
    let first: SQL = part.map { "transaction_id <> \($0.transaction), " } ?? ""
    let rest: SQL =
      part.map { part in
        let last = part.last
        return """
          transaction_id <> \(part.transaction)
            or (sequence, is_chatt) > (\(last.sequence ?? .min), \(last.isChatt))
          """
      } ?? "true"
    let order: SQL = "\(first)transaction_id, sequence nulls first, is_chatt"
    return """
      select \(ListStatements.snapshotColumns), change.*, chatt.*
      from (select 1) as here left join (
        select transaction_id, sequence, is_chatt, id,
          sum(bytes) over (order by \(order)) - bytes as bytes_before, count(*) over () as total,
          row_number() over (order by \(order)) as number
        from (
          (select \(chatt) where \(next) \(most))
          union all (select \(chatt) where \(late) \(most))
          union all (select \(removal) where \(next) \(most))
          union all (select \(removal) where \(late) \(most))
        ) as found where \(rest)
        order by \(order) limit \(rowsMax + 1)
      ) as change on true left join lateral (
        select \(StoredChatt.columns()) from chatts
        where change.is_chatt and sequence = change.sequence
          and transaction_id = change.transaction_id and change.bytes_before < \(bytesMax)
      ) as chatt on true
      order by number
      """
  }
}
