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

  package init(
    rows: [ListRow] = [], skippedCount: Int = 0, first: Int64? = nil, last: Int64? = nil
  ) {
    (self.rows, self.skippedCount, self.first, self.last) = (rows, skippedCount, first, last)
  }

  /// The number of rows that were read, including those that cannot be shown.
  package var count: Int { rows.count + skippedCount }

  /// The last sequence number before all of these rows; nil if there is none.
  package var lastOlder: Int64? { first.flatMap { $0 == .min ? nil : $0 - 1 } }
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
