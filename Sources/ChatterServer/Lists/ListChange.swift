internal import Chatter
internal import Postgres

/// Of which moment the rows of a statement are.
struct ListMoment: Equatable, Sendable {
  let snapshot: PostgresSnapshot
  /// Of which start of the server, which recovery and which file of which database it is. Snapshots
  /// of two epochs are not compared: a server that took over from another, or recovered from a
  /// crash, may give the numbers of transactions once more.
  let epoch: Epoch

  struct Epoch: Equatable, Sendable {
    /// Microseconds since 1970, as the next one is.
    let startOfServer: Int64
    let recovery: Int64?
    /// Such as `base/16384/16385`, the last two being database and file.
    let fileOfTable: String
  }

  init(snapshot: PostgresSnapshot, epoch: Epoch) {
    self.snapshot = snapshot
    self.epoch = epoch
  }

  /// Whether a statement of this moment saw more than one of the other, or saw other things.
  func isLater(than other: ListMoment) -> Bool {
    epoch != other.epoch || snapshot.isLater(than: other.snapshot)
  }

  init(_ row: Row) throws(PostgresError) {
    let text = try row.decode(String.self, at: ListStatements.Column.snapshot)
    guard let snapshot = PostgresSnapshot(text) else {
      throw .decoding(column: ListStatements.Column.snapshot, .malformed)
    }
    self.snapshot = snapshot
    epoch = Epoch(
      startOfServer: try row.decode(
        PostgresTimestamp.self, at: ListStatements.Column.startOfServer
      ).microsecondsSince1970,
      recovery: try row.decode(PostgresTimestamp?.self, at: ListStatements.Column.recovery)?
        .microsecondsSince1970,
      fileOfTable: try row.decode(String.self, at: ListStatements.Column.fileOfTable))
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

  /// The places that are empty at the moment: one that was emptied and taken again since has its row,
  /// which may be known already from a look of another loop.
  var removedPlaces: [Int64] {
    guard !removals.isEmpty, !rows.isEmpty else { return removals }
    let taken = Set(rows.map(\.sequence))
    return removals.filter { !taken.contains($0) }
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
      if isRemoved { isTruncated = true } else { skippedCount += 1 }
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
