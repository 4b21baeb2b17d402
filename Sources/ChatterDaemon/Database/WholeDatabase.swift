import ChatterStore
import Postgres
import System

/// Statements about the whole database, which take as long as they take.
enum WholeDatabase {
  static var deadline: Deadline { .after(.seconds(7 * 86_400)) }

  /// Calls `body` with each chatt of one snapshot and its clip, oldest first, whatever the
  /// timeouts of the session are.
  static func forEachChatt(
    on connection: PostgresConnection,
    _ body: (ChattTransfer.Row, ChattTransfer.Clip?) throws -> Void
  ) async throws {
    try await connection.transaction(until: deadline) { connection in
      try await connection.execute(
        script: """
          set transaction isolation level repeatable read, read only;
          set local statement_timeout = 0;
          set local idle_in_transaction_session_timeout = 0
          """, until: deadline)
      var last: Int64? = .min
      while let sequence = last {
        let rows = try await ChattTransfer.rows(after: sequence, on: connection)
        for row in rows {
          try Task.checkCancellation()
          try body(
            row,
            row.hasClip ? try await ChattTransfer.clip(at: row.sequence, on: connection) : nil)
        }
        last = rows.last?.sequence
      }
    }
  }
}
