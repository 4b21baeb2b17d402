import Chatter
import Postgres

@testable import ChatterServer

/// What is stored, read past all lists.
extension PostgresTimeline {
  func query(_ statement: SQL) async throws(TimelineError) -> RowSet {
    try await query(statement, within: .seconds(30))
  }

  /// Newest first; a row that no list can show is an empty chatt.
  func chatts() async throws(TimelineError) -> [Chatt] {
    try await query(
      "select username, message, id, created_at from chatts order by sequence desc"
    ).map { ChattRow.chatt($0, from: 0) }
  }
}
