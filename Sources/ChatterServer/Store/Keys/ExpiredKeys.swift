internal import Postgres
internal import EventLoop

/// Removes expired keys periodically, while posts with keys arrive.
actor ExpiredKeys {
  /// Minimum time between two removals by one server.
  static let interval = Duration.seconds(60)
  /// Maximum number of keys that one statement removes, so that no statement takes long.
  static let batchKeysMax = 1000
  /// Maximum number of statements of one removal.
  static let batchesMax = 1000
  private static let timeout = Duration.seconds(10)

  nonisolated let pool: PostgresPool

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe pool.loop.asUnownedSerialExecutor()
  }

  private let observe: @Sendable (PostgresError) -> Void
  private var nextTime = Deadline.now

  init(_ pool: PostgresPool, observe: @escaping @Sendable (PostgresError) -> Void) {
    self.pool = pool
    self.observe = observe
  }

  /// Starts a removal in the background if one is due.
  func removeWhenDue() {
    guard nextTime.hasPassed else { return }
    nextTime = .after(Self.interval)
    Task(executorPreference: pool.loop) { await self.remove() }
  }

  /// Removes the expired keys.
  func remove() async {
    do throws(PostgresError) {
      for _ in 0..<Self.batchesMax {
        let statement = KeyStatements.removeExpired(atMost: Self.batchKeysMax)
        let removed = try await pool.query(statement, until: .after(Self.timeout))
        guard removed.affectedRowCount == Self.batchKeysMax else { return }
      }
    } catch {
      // The next removal tries again.
      observe(error)
    }
  }
}
