internal import Chatter
internal import EventLoop
internal import Postgres

extension ListReader {
  /// Concurrent health checks share one check, which shares the poll of the lists. The check is not
  /// cancelled with a request, and takes no database session that lists or posts wait for.
  func checkReadiness() async throws(ReadError) {
    try await sharedCheck.outcome(with: self) { reader throws(ReadError) in
      try await reader.checkInTime()
    }
  }

  /// Runs a check that ends at its deadline, while the poll that it waits for continues.
  private func checkInTime() async throws(ReadError) {
    let isOver = AsyncEvent(on: pool.loop)
    let check = pool.loop.start((self, isOver)) { reader, isOver in
      defer { isOver.signal() }
      return await Result(of: reader.check)
    }
    do throws(WaitError) {
      try await isOver.wait(until: .after(limits.readinessTimeout))
    } catch {
      throw .unavailable(retryAfter: .seconds(1))
    }
    try await check.value.get()
  }

  private func check() async throws(ReadError) {
    _ = try await current()
    _ = try await withoutSlash?.current()
    guard try await isMigrated() else { throw .unavailable(retryAfter: .seconds(1)) }
  }

  /// Whether all migrations have been applied. A positive result is cached.
  private func isMigrated() async throws(ReadError) -> Bool {
    if lists.isMigrated.withLock({ $0 }) { return true }
    let count = Int32(EmbeddedMigrations.all.count)
    let results = try await fetch("select count(*) >= \(count) from schema_migrations") {
      row throws(PostgresError) in try row.decode(Bool.self, at: 0)
    }
    let isMigrated = results == [true]
    if isMigrated { lists.isMigrated.withLock { $0 = true } }
    return isMigrated
  }
}
