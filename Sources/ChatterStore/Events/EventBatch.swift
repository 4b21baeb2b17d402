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

  /// Reads the result of `EventStatements.changes`, or of `ListStatements.snapshot`.
  package init(_ rows: RowSet, upTo horizon: PostgresSnapshot?) throws(PostgresError) {
    guard let first = rows.first else { throw .unexpectedResponse("no row") }
    let snapshot = try ListSnapshot(first)
    self.init(
      epoch: snapshot.epoch.text, horizon: horizon ?? snapshot.transactions)
    for row in rows where !row.isNull(at: EventStatements.Column.transaction) {
      let total = try row.decode(Int.self, at: EventStatements.Column.total)
      let before = try row.decode(Int64?.self, at: EventStatements.Column.bytesBefore) ?? 0
      if total > EventStatements.changesMax { hasGap = true }
      guard !hasGap, changes.count < EventStatements.rowsMax,
        changes.isEmpty || before < EventStatements.bytesMax
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
    let sequence = try row.decode(Int64?.self, at: EventStatements.Column.sequence)
    let isChatt = try row.decode(Bool.self, at: EventStatements.Column.isChatt)
    let content: Content
    if isChatt {
      let chatt = try StoredChatt(row, from: EventStatements.Column.chatt)
      content = chatt.map { .chatt($0) } ?? .nothing
    } else {
      let id = try row.decode(PostgresUUID?.self, at: EventStatements.Column.id)
      content = id.map { .removal(ChattID($0)) } ?? .nothing
    }
    self.init(
      transaction: try row.decode(
        PostgresTransactionID.self, at: EventStatements.Column.transaction),
      place: EventPlace(sequence: sequence, isChatt: isChatt), content: content)
  }
}

extension ListSnapshot.Epoch {
  /// The epoch in a position: letters and digits.
  package var text: String {
    String(ListTag(text: "\(startOfServer) \(recovery ?? 0) \(fileOfTable)").text.prefix(16))
  }
}
