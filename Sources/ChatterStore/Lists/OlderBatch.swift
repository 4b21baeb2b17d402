package import Chatter
package import Postgres
package import System

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
  /// The rows to read: the newest or the oldest ones between two sequence numbers, at least one if
  /// there is any, and not many more bytes than allowed.
  package struct Range: Sendable {
    package var order = ListProfile.Order.newest
    package var first = Int64.min
    package var last: Int64
    package var rowsMax: Int
    package var bytesMax: Int

    package init(
      _ order: ListProfile.Order = .newest, from first: Int64 = .min, upTo last: Int64,
      rowsMax: Int, bytesMax: Int
    ) {
      (self.order, self.first, self.last) = (order, first, last)
      (self.rowsMax, self.bytesMax) = (rowsMax, bytesMax)
    }
  }

  /// Reads rows. PostgreSQL adds up lengths only if the first message is long, since that takes it
  /// longer than all the rest.
  package init(
    _ range: Range, ids: ListProfile.IDs, on connection: PostgresConnection,
    until deadline: Deadline
  ) async throws {
    self.init()
    for statement in [ListStatements.shortBatch(range), ListStatements.batch(range)] {
      guard try await !read(statement, range, ids, on: connection, until: deadline) else { break }
    }
    if range.order == .newest { rows.reverse() }
  }

  /// Reads rows up to a long message. Returns false if that is the first one.
  private mutating func read(
    _ statement: SQL, _ range: Range, _ ids: ListProfile.IDs, on connection: PostgresConnection,
    until deadline: Deadline
  ) async throws -> Bool {
    var (isOver, byteCount) = (false, 0)
    var yielder = Yielder(every: ListChange.rowsPerYieldMax)
    for row in try await connection.query(statement, until: deadline)
    where !row.isNull(at: ListStatements.Column.sequence) {
      isOver = byteCount >= range.bytesMax || !row.isNull(at: ListStatements.Column.isLong)
      if isOver { break }
      byteCount += try add(row, ids: ids)
      await yielder.step()
    }
    return count > 0 || !isOver
  }

  /// Returns the number of bytes that were added.
  private mutating func add(_ row: Row, ids: ListProfile.IDs) throws(PostgresError) -> Int {
    guard let shown = ListRow(row, ids: ids) else {
      include(try row.decode(Int64.self, at: ListStatements.Column.sequence))
      skippedCount += 1
      return 0
    }
    include(shown.sequence)
    rows.append(shown)
    return shown.prefix.count
  }

  private mutating func include(_ sequence: Int64) {
    (first, last) = (min(first ?? .max, sequence), max(last ?? .min, sequence))
  }
}
