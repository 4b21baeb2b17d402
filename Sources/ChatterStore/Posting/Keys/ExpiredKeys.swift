internal import Postgres
internal import System

/// Removes expired keys periodically, while posts with keys arrive.
final class ExpiredKeys {
  /// Minimum time between two removals by one server.
  static let interval = Duration.seconds(60)
  /// Maximum number of keys that one statement removes, so that no statement takes long.
  static let batchKeysMax = 1000
  static let batchesMax = 1000
  private static let timeout = Duration.seconds(10)

  private let pool: PostgresPool
  private let observe: @Sendable (PostgresError) -> Void
  private var nextTime = Deadline.now

  init(_ pool: PostgresPool, observe: @escaping @Sendable (PostgresError) -> Void) {
    self.pool = pool
    self.observe = observe
  }

  func removeWhenDue() {
    guard nextTime.hasPassed else { return }
    nextTime = .after(Self.interval)
    pool.loop.start(self) { await $0.remove() }
  }

  func remove() async {
    do throws(PostgresError) {
      for _ in 0..<Self.batchesMax {
        // Skips keys that another server is removing.
        let removed = try await pool.query(
          """
          delete from idempotency_keys where (key, endpoint) in (
            select key, endpoint from idempotency_keys
            where created_at < clock_timestamp() - \(KeyStatements.lifetime)
            order by created_at limit \(Self.batchKeysMax) for update skip locked
          )
          """, until: .after(Self.timeout))
        guard removed.affectedRowCount == Self.batchKeysMax else { return }
      }
    } catch {
      // The next removal tries again.
      observe(error)
    }
  }
}
