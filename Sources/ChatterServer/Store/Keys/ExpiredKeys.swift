internal import Postgres
internal import Sockets

/// Removes keys whose time is over, now and then, while posts with keys come.
actor ExpiredKeys {
  /// How often one server does so, at most.
  static let period = Duration.seconds(60)
  /// Keys that one statement removes, so that none of them is long.
  static let batchKeysMax = 1000
  /// Statements of one time.
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

  /// Begins to remove them if it is time to; nobody waits for it.
  func removeWhenDue() {
    guard nextTime.hasPassed else { return }
    nextTime = .after(Self.period)
    Task(executorPreference: pool.loop) { await self.remove() }
  }

  /// Removes what has expired.
  func remove() async {
    do throws(PostgresError) {
      for _ in 0..<Self.batchesMax {
        let statement = KeyStatements.removeExpired(atMost: Self.batchKeysMax)
        let removed = try await pool.query(statement, until: .after(Self.timeout))
        guard removed.affectedRowCount == Self.batchKeysMax else { return }
      }
    } catch {
      // There is a next time.
      observe(error)
    }
  }
}
