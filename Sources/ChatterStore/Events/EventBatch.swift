package import Chatter
package import Postgres

package struct EventChange: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    /// A chatt that was posted, or written again.
    case chatt(StoredChatt)
    case removal(ChattID)
    /// Nothing that clients see, such as a row that cannot be shown.
    case nothing
  }

  package let transaction: PostgresTransactionID
  package let place: EventPlace
  package let content: Content
}

/// The changes that a statement found after a position.
public struct EventBatch: Sendable {
  package let epoch: String
  /// The snapshot of the statement, or the one up to which it read.
  package let horizon: PostgresSnapshot
  /// The first of the changes, in order.
  package var changes: [EventChange] = []
  package var isComplete = true
  /// Whether they must not be replayed: there are too many, or some are missing.
  package var hasGap = false
}

extension EventBatch {
  /// Whether it has everything after a position.
  package func continues(_ position: EventPosition) -> Bool { epoch == position.epoch && !hasGap }

  /// Reads the result of `changes`, or of `ListStatements.snapshot`.
  package init(_ rows: RowSet, upTo horizon: PostgresSnapshot?) throws(PostgresError) {
    guard let first = rows.first else { throw .unexpectedResponse("no row") }
    let snapshot = try ListSnapshot(first)
    self.init(
      epoch: snapshot.epoch.text, horizon: horizon ?? snapshot.transactions)
    for row in rows where !row.isNull(at: Column.transaction) {
      let total = try row.decode(Int.self, at: Column.total)
      let before = try row.decode(Int64?.self, at: Column.bytesBefore) ?? 0
      if total > Self.changesMax { hasGap = true }
      guard !hasGap, changes.count < Self.rowsMax,
        changes.isEmpty || before < Self.bytesMax
      else {
        isComplete = false
        break
      }
      let change = try EventChange(row)
      // All rows were removed, or the notes of old removals.
      if change.place.sequence == nil { hasGap = true }
      changes.append(change)
    }
  }
}

extension EventChange {
  fileprivate init(_ row: Row) throws(PostgresError) {
    let sequence = try row.decode(Int64?.self, at: EventBatch.Column.sequence)
    let isChatt = try row.decode(Bool.self, at: EventBatch.Column.isChatt)
    let content: Content
    if isChatt {
      let chatt = try StoredChatt(row, from: EventBatch.Column.chatt)
      content = chatt.map { .chatt($0) } ?? .nothing
    } else {
      let id = try row.decode(PostgresUUID?.self, at: EventBatch.Column.id)
      content = id.map { .removal(ChattID($0)) } ?? .nothing
    }
    self.init(
      transaction: try row.decode(
        PostgresTransactionID.self, at: EventBatch.Column.transaction),
      place: EventPlace(sequence: sequence, isChatt: isChatt), content: content)
  }
}

extension EventBatch {
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

extension ListSnapshot.Epoch {
  /// The epoch in a position: letters and digits.
  package var text: String {
    String(ListTag(text: "\(startOfServer) \(recovery ?? 0) \(fileOfTable)").text.prefix(16))
  }
}
