import Chatter
import Postgres
import System
import TestSupport

@testable import ChatterStore

/// Reads stored chatts without the lists.
extension PostgresTimeline {
  func query(_ statement: SQL) async throws(TimelineError) -> RowSet {
    do throws(PostgresError) {
      return try await pool.query(statement, until: .after(hangTimeout))
    } catch {
      observe(error)
      throw TimelineError(error)
    }
  }

  /// The chatts, newest first. A row that no list can show is an empty chatt.
  func chatts() async throws(TimelineError) -> [Chatt] {
    try await query(
      "select username, message, id, created_at from chatts order by sequence desc"
    ).map { row in
      guard let chatt = ChattColumns(row, from: 0) else { return Chatt() }
      return Chatt(
        username: chatt.username, message: chatt.message, id: chatt.id,
        timestamp: chatt.createdAt.description)
    }
  }
}
