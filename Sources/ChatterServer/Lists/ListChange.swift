internal import Chatter
internal import Postgres

/// Of which moment the rows of a statement are.
struct ListMoment: Equatable, Sendable {
  let snapshot: PostgresSnapshot
  /// When the database's server was started: snapshots of two starts are not compared, since a
  /// server that took over from another may not have all that the other had.
  let startOfServer: Int64

  init(snapshot: PostgresSnapshot, startOfServer: Int64) {
    self.snapshot = snapshot
    self.startOfServer = startOfServer
  }

  init(_ row: Row) throws(PostgresError) {
    let text = try row.decode(String.self, at: ListStatements.Column.snapshot)
    guard let snapshot = PostgresSnapshot(text) else {
      throw .decoding(column: ListStatements.Column.snapshot, .malformed)
    }
    self.snapshot = snapshot
    startOfServer = try row.decode(
      PostgresTimestamp.self, at: ListStatements.Column.startOfServer
    ).microsecondsSince1970
  }
}

/// What one look at the database has found.
struct ListChange: Sendable {
  var moment: ListMoment
  var rows: [ListRow] = []
  var removals: [Int64] = []
  /// Everything was removed: what is left must be read anew.
  var isTruncated = false
  /// Rows that cannot be shown.
  var skippedCount = 0

  init(moment: ListMoment) {
    self.moment = moment
  }

  /// Reads the result of `ListStatements.changes`.
  init(_ result: RowSet, ids: ListProfile.IDs) throws(PostgresError) {
    guard let first = result.first else { throw .unexpectedResponse("no row") }
    self.init(moment: try ListMoment(first))
    for row in result { try read(row, ids: ids) }
  }

  private mutating func read(_ row: Row, ids: ListProfile.IDs) throws(PostgresError) {
    guard !row.isNull(at: ListStatements.Column.isRemoved) else { return }
    let isRemoved = try row.decode(Bool.self, at: ListStatements.Column.isRemoved)
    guard !row.isNull(at: ListStatements.Column.sequence) else {
      isTruncated = true
      return
    }
    let sequence = try row.decode(Int64.self, at: ListStatements.Column.sequence)
    if !isRemoved, let row = ListRow(row, ids: ids) {
      rows.append(row)
    } else {
      // A row that can no longer be shown is as good as gone.
      removals.append(sequence)
      if !isRemoved { skippedCount += 1 }
    }
  }
}
