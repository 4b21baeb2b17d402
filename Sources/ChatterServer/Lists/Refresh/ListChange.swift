internal import Chatter
internal import Postgres
internal import Sockets

/// The snapshot that the rows of a statement are of.
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

  /// Tells this snapshot of this database from others.
  var tag: ListTag {
    let numbers = ([snapshot.xmin, snapshot.xmax] + snapshot.inProgress).map { "\($0.number)" }
    let place = "\(epoch.startOfServer) \(epoch.recovery ?? 0) \(epoch.fileOfTable)"
    return ListTag(text: numbers.joined(separator: ",") + " " + place)
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

/// A place that was emptied, and the transaction that did it.
struct ListRemoval: Equatable, Sendable {
  let sequence: Int64
  let transaction: PostgresTransactionID

  /// Tells this removal from others.
  var tag: ListTag { ListTag(place: sequence, transaction: transaction.number) }
}

/// What one poll of the database has found.
struct ListChange: Sendable {
  /// Beyond this many rows and removals a poll is caught up with in slices.
  static let rowsMax = 2048
  /// And beyond this many bytes of rows.
  static let bytesMax = 1 << 20
  /// And beyond changes in this many segments, which are replaced.
  static let segmentsMax = 2

  var moment: ListMoment
  var rows: [ListRow] = []
  private(set) var removals: [ListRemoval] = []
  /// Everything was removed: what is left must be read again.
  var isTruncated = false
  /// Rows that cannot be shown.
  var skippedCount = 0
  /// Of the rows that were read.
  private var byteCount = 0

  init(moment: ListMoment, rows: [ListRow] = [], removals: [ListRemoval] = []) {
    self.moment = moment
    self.rows = rows
    self.removals = removals
  }

  var isFull: Bool {
    rows.count + removals.count >= Self.rowsMax || byteCount >= Self.bytesMax
  }

  /// The places that are empty at the moment: one that was emptied and taken again since has its row,
  /// which may be known already from a poll of another loop.
  var finalRemovals: [ListRemoval] {
    guard !removals.isEmpty, !rows.isEmpty else { return removals }
    let taken = Set(rows.map(\.sequence))
    return removals.filter { !taken.contains($0.sequence) }
  }

  /// Begins the next part of a long change, with removals of one place that a row may follow.
  mutating func removeAll(keepingRemovalsAt sequence: Int64? = nil) {
    rows.removeAll(keepingCapacity: true)
    byteCount = 0
    removals.removeAll { $0.sequence != sequence }
  }

  /// Reads a row of `ListStatements.changes`.
  ///
  /// - Returns: the place that it is about; nil for one that holds no change.
  @discardableResult
  mutating func read(_ row: Row, ids: ListProfile.IDs) throws(PostgresError) -> Int64? {
    guard !row.isNull(at: ListStatements.Column.isRemoved) else { return nil }
    let isRemoved = try row.decode(Bool.self, at: ListStatements.Column.isRemoved)
    guard !row.isNull(at: ListStatements.Column.sequence) else {
      if isRemoved { isTruncated = true } else { skippedCount += 1 }
      return nil
    }
    let sequence = try row.decode(Int64.self, at: ListStatements.Column.sequence)
    if !isRemoved, let row = ListRow(row, ids: ids) {
      rows.append(row)
      byteCount += row.front.count
    } else {
      // A row that can no longer be shown is as good as gone.
      removals.append(
        ListRemoval(
          sequence: sequence,
          transaction: try row.decode(
            PostgresTransactionID.self, at: ListStatements.Column.transaction)))
      if !isRemoved { skippedCount += 1 }
    }
    return sequence
  }
}

extension ListChange {
  /// Reads what a poll has found, as far as it is taken in at once.
  ///
  /// - Returns: a full change where there is more; nil for a response without a row.
  nonisolated(nonsending) static func read(
    _ statement: SQL, on connection: PostgresConnection, ids: ListProfile.IDs,
    until deadline: Deadline
  ) async throws -> ListChange? {
    var change: ListChange?
    var rowCount = 0
    try await connection.forEachRow(statement, until: deadline) { row in
      rowCount += 1
      if rowCount % ListLoading.rowsPerTurnMax == 0 { await Task.yield() }
      // The rest of a long change is not looked at: to give it up would cost the connection.
      if change?.isFull ?? false { return }
      var part = try change ?? ListChange(moment: ListMoment(row))
      change = nil
      try part.read(row, ids: ids)
      change = part
    }
    return change
  }
}
