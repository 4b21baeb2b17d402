internal import Chatter
internal import Postgres
internal import Sockets

/// The reading of all rows, by one loop at a time.
///
/// A loop that wants it while another is at it has its own turn afterwards, and finds that it has
/// been done: a look is all that it needs then.
final class ListLoading: Sendable {
  typealias Outcome = (skippedCount: Int, lists: ReadyLists.Lists)

  private struct State {
    var isUnderWay = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// Runs a reading when no other is under way.
  nonisolated(nonsending) func run(
    _ read: () async throws -> Outcome?
  ) async throws -> Outcome? {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isUnderWay {
          state.waiters.append(continuation)
          return false
        }
        state.isUnderWay = true
        return true
      }
      if isFree { continuation.resume() }
    }
    defer { finish() }
    return try await read()
  }

  /// Hands the turn on.
  private func finish() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      if !state.waiters.isEmpty { return state.waiters.removeFirst() }
      state.isUnderWay = false
      return nil
    }
    next?.resume()
  }

  /// A reading may take minutes; waiting for somebody who has locked the table is none.
  private static let transactionMode = """
    set transaction isolation level repeatable read, read only; set local lock_timeout = '30s'
    """

  /// Reads everything as one moment has it.
  nonisolated(nonsending) static func read(
    _ lists: ReadyLists, from pool: PostgresPool, until deadline: Deadline
  ) async throws -> Outcome {
    try await pool.withConnection(until: deadline) { connection in
      try await connection.transaction(until: deadline) { connection in
        _ = try await connection.execute(script: transactionMode, until: deadline)
        let result = try await connection.query(ListStatements.moment, until: deadline)
        guard let first = result.first else {
          throw PostgresError.unexpectedResponse("no row")
        }
        let moment = try ListMoment(first)
        let triggers = try await connection.query(ListStatements.triggers, until: deadline)
        var rows: [ListRow] = []
        var skippedCount = 0
        try await connection.forEachRow(ListStatements.all, until: deadline) { row in
          if let row = ListRow(row, ids: lists.profile.ids) {
            rows.append(row)
          } else {
            skippedCount += 1
          }
        }
        return (
          skippedCount,
          lists.replaceAll(
            rows, moment: moment, triggers: try triggers.first?.decode(String.self, at: 0) ?? "")
        )
      }
    }
  }
}
