package import Chatter
package import Postgres
package import System

/// The snapshot that the rows of a statement belong to.
package struct ListSnapshot: Equatable, Sendable {
  package let transactions: PostgresSnapshot
  /// The start of the server, the recovery, and the file and database that the snapshot belongs to.
  /// Snapshots of two epochs are not compared: a server that took over from another, or recovered
  /// from a crash, may assign the same transaction IDs again.
  package let epoch: Epoch

  package struct Epoch: Equatable, Sendable {
    /// Microseconds since 1970, like `recovery`.
    package let startOfServer: Int64
    package let recovery: Int64?
    /// Such as `base/16384/16385`. The last two components are the database and the file.
    package let fileOfTable: String
  }

  package var tag: ListTag {
    let numbers = ([transactions.xmin, transactions.xmax] + transactions.inProgress).map {
      "\($0.number)"
    }
    let place = "\(epoch.startOfServer) \(epoch.recovery ?? 0) \(epoch.fileOfTable)"
    return ListTag(text: numbers.joined(separator: ",") + " " + place)
  }

  /// Whether a statement with this snapshot saw more, or belongs to another epoch.
  package func isLater(than other: ListSnapshot) -> Bool {
    epoch != other.epoch || transactions.isLater(than: other.transactions)
  }
}

extension ListSnapshot {
  package init(_ row: Row) throws(PostgresError) {
    let text = try row.decode(String.self, at: ListStatements.Column.snapshot)
    guard let transactions = PostgresSnapshot(text) else {
      throw .decoding(column: ListStatements.Column.snapshot, .malformed)
    }
    self.transactions = transactions
    epoch = Epoch(
      startOfServer: try row.decode(
        PostgresTimestamp.self, at: ListStatements.Column.startOfServer
      ).microsecondsSince1970,
      recovery: try row.decode(PostgresTimestamp?.self, at: ListStatements.Column.recovery)?
        .microsecondsSince1970,
      fileOfTable: try row.decode(String.self, at: ListStatements.Column.fileOfTable))
  }
}

/// A sequence number whose row was removed, and the transaction that removed it.
package struct ListRemoval: Equatable, Sendable {
  package let sequence: Int64
  package let transaction: PostgresTransactionID

  package var tag: ListTag { ListTag(place: sequence, transaction: transaction.number) }
}

/// The result of one poll of the database.
package struct ListChange: Sendable {
  /// A poll with this many rows and removals is applied in slices.
  package static let rowsMax = 2048
  /// A poll with this many bytes of rows is applied in slices.
  package static let bytesMax = 1 << 20
  /// Rows that are read before the task yields to others on the loop.
  package static let rowsPerYieldMax = 256
  /// A poll that replaces more segments than this is applied in slices.
  package static let segmentsMax = 2

  package var snapshot: ListSnapshot
  package var rows: [ListRow] = []
  package var removals: [ListRemoval] = []
  /// Whether all rows were removed, so that the remaining rows must be read again.
  package var isTruncated = false
  package var skippedCount = 0
  package var byteCount = 0

  package init(snapshot: ListSnapshot, rows: [ListRow] = [], removals: [ListRemoval] = []) {
    (self.snapshot, self.rows, self.removals) = (snapshot, rows, removals)
  }

  package var isEmpty: Bool { rows.isEmpty && removals.isEmpty && skippedCount == 0 }

  package var isFull: Bool {
    rows.count + removals.count >= Self.rowsMax || byteCount >= Self.bytesMax
  }

  /// The removals whose sequence numbers have no row now. A number that was freed and used again
  /// has its row, which may be known already from a poll of another loop.
  package var finalRemovals: [ListRemoval] {
    guard !removals.isEmpty, !rows.isEmpty else { return removals }
    let taken = Set(rows.map(\.sequence))
    return removals.filter { !taken.contains($0.sequence) }
  }

  /// Begins the next slice of a long change. Keeps removals that a row may follow.
  package mutating func removeAll(keepingRemovalsAt sequence: Int64? = nil) {
    rows.removeAll(keepingCapacity: true)
    byteCount = 0
    removals.removeAll { $0.sequence != sequence }
  }

  /// Reads a row of `ListStatements.changes`. Returns the sequence number that it concerns, if any.
  @discardableResult
  package mutating func read(_ row: Row, ids: ListProfile.IDs) throws(PostgresError) -> Int64? {
    guard !row.isNull(at: ListStatements.Column.isRemoved) else { return nil }
    let isRemoved = try row.decode(Bool.self, at: ListStatements.Column.isRemoved)
    guard !row.isNull(at: ListStatements.Column.sequence) else {
      if isRemoved { isTruncated = true } else { skippedCount += 1 }
      return nil
    }
    let sequence = try row.decode(Int64.self, at: ListStatements.Column.sequence)
    if !isRemoved, let row = ListRow(row, ids: ids) {
      rows.append(row)
      byteCount += row.prefix.count
    } else {
      // A row that can no longer be shown is treated as removed.
      removals.append(
        ListRemoval(
          sequence: sequence,
          transaction: try row.decode(
            PostgresTransactionID.self, at: ListStatements.Column.transaction)))
      if !isRemoved { skippedCount += 1 }
    }
    return sequence
  }

  /// Reads the result of a poll. The change is full if there is more to read.
  package static func read(
    _ statement: SQL, on connection: PostgresConnection, ids: ListProfile.IDs,
    until deadline: Deadline
  ) async throws -> ListChange {
    var change: ListChange?
    var yielder = Yielder(every: rowsPerYieldMax)
    try await connection.forEachRow(statement, until: deadline) { row in
      await yielder.step()
      // The rest of a long change is ignored: to abort the statement would cost the connection.
      if change?.isFull ?? false { return }
      var current = try change ?? ListChange(snapshot: ListSnapshot(row))
      change = nil
      try current.read(row, ids: ids)
      change = current
    }
    guard let change else { throw PostgresError.unexpectedResponse("no row") }
    return change
  }
}
