internal import Chatter
internal import ChatterStore
internal import Postgres
internal import System

/// Long reads of the table: at the start, of older rows, and of long changes.
enum ListLoading {
  /// Maximum number of rows that one statement reads from the table.
  private static let batchRowsMax = 4096

  /// The lists, nil if all rows must be read again, and the number of rows that cannot be shown.
  struct Outcome: Sendable {
    let lists: ReadyLists.Lists?
    let skippedCount: Int
  }

  /// Loading may take long, but must not wait long for a lock on the table.
  private static let transactionMode = """
    set transaction isolation level repeatable read, read only; set local lock_timeout = '30s'
    """

  /// Begins new lists with the newest rows, of which it reads two batches at most: the second one
  /// tells whether the first one has all rows. Older rows follow (`extend`).
  static func load(
    _ lists: ReadyLists, from pool: PostgresPool, until deadline: Deadline
  ) async throws -> Outcome {
    try await pool.withConnection(until: deadline) { connection in
      try await connection.transaction(until: deadline) { connection in
        _ = try await connection.execute(script: transactionMode, until: deadline)
        let snapshot = try await readSnapshot(on: connection, until: deadline)
        let triggers = try await connection.query(ListStatements.triggers, until: deadline)
        var list = lists.empty
        list.begin(at: snapshot.tag)
        var skippedCount = 0
        for _ in 0..<2 where list.canTakeOlder {
          let batch = try await readBatch(
            olderThan: list, lists.profile.ids, on: connection, until: deadline)
          list.extend(with: batch)
          skippedCount += batch.skippedCount
        }
        let text = try triggers.first?.decode(String.self, at: 0) ?? ""
        return Outcome(
          lists: lists.replaceAll(list, snapshot: snapshot, triggers: text),
          skippedCount: skippedCount)
      }
    }
  }

  /// Reads the next older rows into memory. Until then they are read while they are sent.
  static func extend(
    _ cached: ReadyLists.Lists, of lists: ReadyLists, from pool: PostgresPool,
    until deadline: Deadline
  ) async throws -> Outcome {
    let (snapshot, batch) = try await pool.withConnection(until: deadline) { connection in
      try await connection.transaction(until: deadline) { connection in
        _ = try await connection.execute(script: transactionMode, until: deadline)
        let snapshot = try await readSnapshot(on: connection, until: deadline)
        let batch = try await readBatch(
          olderThan: cached.list, lists.profile.ids, on: connection, until: deadline)
        return (snapshot, batch)
      }
    }
    let extended = lists.extend(with: batch, at: snapshot, from: cached)
    return Outcome(lists: extended, skippedCount: extended == nil ? 0 : batch.skippedCount)
  }

  private static func readSnapshot(
    on connection: PostgresConnection, until deadline: Deadline
  ) async throws -> ListSnapshot {
    let result = try await connection.query(ListStatements.snapshot, until: deadline)
    guard let row = result.first else { throw PostgresError.unexpectedResponse("no row") }
    return try ListSnapshot(row)
  }

  private static func readBatch(
    olderThan list: SegmentedList, _ ids: ListProfile.IDs, on connection: PostgresConnection,
    until deadline: Deadline
  ) async throws -> OlderBatch {
    guard let older = list.older else { return OlderBatch() }
    let range = OlderBatch.Range(
      upTo: older.last, rowsMax: min(batchRowsMax, list.olderRowsMax),
      bytesMax: list.segmentBytesMax)
    return try await OlderBatch(range, ids: ids, on: connection, until: deadline)
  }

  /// Applies a change of any length, in slices.
  static func catchUp(
    with cached: ReadyLists.Lists, of lists: ReadyLists, from pool: PostgresPool,
    until deadline: Deadline
  ) async throws -> Outcome {
    var list = cached.list
    var change: ListChange?
    var yielder = Yielder(every: ListChange.rowsPerYieldMax)
    var lastNumber: Int?
    try await pool.withConnection(until: deadline) { connection in
      let statement = ListStatements.changesInOrder(since: cached.snapshot.transactions)
      try await connection.forEachRow(statement, until: deadline) { row in
        var current = try change ?? ListChange(snapshot: ListSnapshot(row))
        change = nil
        let place = try current.read(row, ids: lists.profile.ids)
        // Each slice replaces one segment, or a part of one.
        let number = place.map { list.segmentNumber(of: $0) }
        defer { lastNumber = number ?? lastNumber }
        if current.isFull || lastNumber != nil && number != nil && number != lastNumber {
          list.update(current)
          lists.memory.dropClips(of: current)
          current.removeAll(keepingRemovalsAt: place)
        }
        change = current
        await yielder.step()
      }
    }
    guard let change, !change.isTruncated, change.snapshot.epoch == cached.snapshot.epoch,
      change.snapshot.isLater(than: cached.snapshot)
    else { return Outcome(lists: nil, skippedCount: 0) }
    list.update(change)
    lists.memory.dropClips(of: change)
    return Outcome(
      lists: lists.publish(list, change.snapshot, replacing: cached),
      skippedCount: change.skippedCount)
  }
}
