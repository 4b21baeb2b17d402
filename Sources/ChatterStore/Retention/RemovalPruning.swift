internal import Postgres
internal import System

/// Keeps `chatt_removals` from growing without bound when chatts are deleted all the time.
///
/// A note is deleted when it is older than a lifetime. A server that has requested no list for
/// longer finds a marker in its place, and reads all chatts once.
final class RemovalPruning: Sendable {
  /// Maximum number of statements in one run, so that it ends.
  private static let batchesMax = 10_000

  private let lifetime: Duration
  private let rowsMax: Int
  /// Notes from before the transaction may be deleted once the deadline has passed.
  private let horizon = Lock<
    (transaction: PostgresTransactionID, epoch: String, deadline: Deadline)?
  >(nil)

  /// - Parameter rowsMax: Maximum number of notes that one statement deletes.
  init(lifetime: Duration, rowsMax: Int) {
    self.lifetime = lifetime
    self.rowsMax = rowsMax
  }

  /// Deletes the notes whose lifetime is over, and records the next horizon.
  func prune(on pool: PostgresPool, until deadline: Deadline) async throws(PostgresError) {
    if let horizon = horizon.withLock({ $0 }) {
      guard horizon.deadline.hasPassed else { return }
      let statement = RetentionStatements.pruneRemovals(
        before: horizon.transaction, of: horizon.epoch, rowsMax: rowsMax)
      for _ in 0..<Self.batchesMax {
        let rows = try await pool.query(statement, until: deadline)
        guard try rows.first?.decode(Int.self, at: 0) == rowsMax else { break }
      }
    }
    let rows = try await pool.query(RetentionStatements.horizon, until: deadline)
    guard let row = rows.first else { return }
    let (transaction, epoch) = try row.decode(PostgresTransactionID.self, String.self)
    horizon.withLock { [lifetime] in $0 = (transaction, epoch, .after(lifetime)) }
  }
}
