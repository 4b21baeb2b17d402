internal import Chatter
internal import ChatterStore
internal import Postgres
internal import System

/// Long reads of the table, by one loop at a time: at the start, and of long changes.
enum ListLoading {
  /// Time for which a starting server reads rows. Then it is ready with the rows that it has, and
  /// older rows are read while they are sent.
  private static let firstLoadTimeMax = Duration.seconds(2)
  /// Maximum number of rows that one statement reads from the table.
  private static let batchRowsMax = 8192

  /// The lists, nil if all rows must be read again, and the number of rows that cannot be shown.
  struct Outcome: Sendable {
    let lists: ReadyLists.Lists?
    let skippedCount: Int
  }

  /// Loading may take long, but must not wait long for a lock on the table.
  private static let transactionMode = """
    set transaction isolation level repeatable read, read only; set local lock_timeout = '30s'
    """

  /// Reads the newest rows, as many as there is room for.
  static func load(
    _ lists: ReadyLists, from pool: PostgresPool, until deadline: Deadline
  ) async throws -> Outcome {
    try await pool.withConnection(until: deadline) { connection in
      try await connection.transaction(until: deadline) { connection in
        _ = try await connection.execute(script: transactionMode, until: deadline)
        let result = try await connection.query(ListStatements.snapshot, until: deadline)
        guard let first = result.first else {
          throw PostgresError.unexpectedResponse("no row")
        }
        let snapshot = try ListSnapshot(first)
        let triggers = try await connection.query(ListStatements.triggers, until: deadline)
        let (empty, bytesMax) = lists.beginLoading()
        var list = empty
        let end = lists.cached == nil ? Deadline.after(firstLoadTimeMax) : .never
        var skippedCount = 0
        defer { lists.memory.setLoading(0) }
        var last: Int64? = .max
        while let place = last, list.canTakeOlder(within: bytesMax), !end.hasPassed {
          let rowsMax = min(batchRowsMax, list.olderRowsCapacity)
          let rows = try await connection.query(
            ListStatements.batch(
              .newest, upTo: place, rowsMax: rowsMax, bytesMax: list.segmentBytesMax),
            until: deadline)
          let batch = try await OlderBatch(rows, ids: lists.profile.ids)
          list.prepend(batch.rows)
          lists.memory.setLoading(list.byteCount)
          skippedCount += batch.skippedCount
          last = batch.first.flatMap { $0 == .min ? nil : $0 - 1 }
        }
        list.endLoading(last.map { .init(last: $0, tag: snapshot.tag) })
        let text = try triggers.first?.decode(String.self, at: 0) ?? ""
        return Outcome(
          lists: lists.replaceAll(list, snapshot: snapshot, triggers: text),
          skippedCount: skippedCount)
      }
    }
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
      lists: list.isWorthLoading ? nil : lists.publish(list, change.snapshot, replacing: cached),
      skippedCount: change.skippedCount)
  }
}
