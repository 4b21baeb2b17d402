package import Chatter
package import Postgres
internal import System

/// The rows of one read, ordered by sequence number, oldest first.
package struct OlderBatch: Sendable {
  package var rows: [ListRow] = []
  package var skippedCount = 0
  /// The first and the last sequence number, including rows that cannot be shown; nil if none.
  package var first: Int64?
  package var last: Int64?

  /// The number of rows that were read, including those that cannot be shown.
  package var count: Int { rows.count + skippedCount }
}

extension OlderBatch {
  package init(_ result: RowSet, ids: ListProfile.IDs) async throws(PostgresError) {
    self.init()
    rows.reserveCapacity(result.count)
    var yielder = Yielder(every: ListChange.rowsPerYieldMax)
    for row in result where !row.isNull(at: ListStatements.Column.sequence) {
      let sequence = try row.decode(Int64.self, at: ListStatements.Column.sequence)
      (first, last) = (min(first ?? .max, sequence), max(last ?? .min, sequence))
      if let row = ListRow(row, ids: ids) { rows.append(row) } else { skippedCount += 1 }
      await yielder.step()
    }
    if rows.count > 1, rows[0].sequence > rows[1].sequence { rows.reverse() }
  }
}
