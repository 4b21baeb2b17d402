import TestSupport
import Testing

/// A lock of a table, which a session holds until it is released.
struct TableLock: Sendable {
  private let database: TestDatabase
  private let holder: RunningProgram

  private static let sessions =
    "select count(*) from pg_stat_activity where datname = current_database() and "

  /// - Parameter lock: The table, and the mode if it is not the strictest.
  init(_ lock: String, in database: TestDatabase) async throws {
    self.database = database
    holder = try await RunningProgram(
      "psql",
      [
        "-X", "-q", "-d", database.url, "-c",
        "set application_name = 'holder'; begin; lock table \(lock); select pg_sleep(600)",
      ])
    let isHeld = Self.sessions + "application_name = 'holder' and wait_event = 'PgSleep'"
    try await eventually { try await database.run(isHeld) == "1" }
  }

  /// Waits until another session waits for a lock.
  func becomesAwaited() async throws {
    let waiting = Self.sessions + "wait_event_type = 'Lock'"
    try await eventually { try await database.run(waiting) != "0" }
  }

  func release() async throws {
    try await database.run(
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'holder'
      """)
    _ = try await holder.ending()
  }
}
