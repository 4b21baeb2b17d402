public import System

/// Brings a database's schema up to date: applies every file once, in order, each in a transaction.
///
/// The table `schema_migrations` records the applied files with their SHA-256, which the server
/// computes. Each transaction first takes an advisory lock that ends with it. Servers that start
/// together therefore run one after another, and a lost connection leaves no lock behind. This also
/// works through PgBouncer. A file waits for each table lock for half a second at a time. Readers
/// queue behind a waiting lock, so the file is rolled back to let them continue, and is tried
/// again.
public struct Migrator: Sendable {
  /// The key of the advisory lock: the letters "chatterd".
  static let lockKey: Int64 = 0x6368_6174_7465_7264
  /// How long a file waits for each table lock before it is rolled back.
  static let tableLockTimeout = Duration.milliseconds(500)
  /// The pause between attempts, in which readers and writers continue.
  private static let backoff = Backoff(first: .milliseconds(500), longest: .seconds(5))

  public let migrations: [Migration]

  /// Makes a migrator from migrations in order, numbered 1, 2, 3….
  public init(_ migrations: [Migration]) throws(MigrationError) {
    for (index, migration) in migrations.enumerated() where migration.number != index + 1 {
      throw .numbering(expected: index + 1, found: migration.fileName)
    }
    self.migrations = migrations
  }

  /// Applies the pending migrations and returns them.
  public func apply(
    on connection: PostgresConnection, until deadline: Deadline
  ) async throws(MigrationError) -> [Migration] {
    var applied: [Migration] = []
    // Each iteration applies one migration; one more finds nothing left to apply.
    for _ in 0...migrations.count {
      guard let migration = try await applyNext(on: connection, until: deadline) else { break }
      applied.append(migration)
    }
    return applied
  }

  /// Returns the status of each migration, without changing anything.
  public func status(
    on connection: PostgresConnection, until deadline: Deadline
  ) async throws(MigrationError) -> [MigrationStatus] {
    do {
      return try await list(on: connection, until: deadline)
    } catch {
      throw Self.typed(error)
    }
  }

  private func list(
    on connection: PostgresConnection, until deadline: Deadline
  ) async throws -> [MigrationStatus] {
    guard try await hasTable(connection, until: deadline) else {
      return migrations.map { migration in
        MigrationStatus(number: migration.number, fileName: migration.fileName, state: .pending)
      }
    }
    let rows = try await connection.query(
      """
      select number, coalesce(file.name, applied.name), applied_at,
        file.name = applied.name and sha256(convert_to(sql, 'UTF8')) = sha256
      from unnest(
        \(migrations.map { Int64($0.number) }), \(migrations.map(\.name)),
        \(migrations.map(\.sql))) file (number, name, sql)
      full join schema_migrations applied using (number)
      order by number
      """, until: deadline)
    return try rows.map { row in
      let (number, name, appliedAt, isSame) = try row.decode(
        Int.self, String.self, PostgresTimestamp?.self, Bool?.self)
      let state = appliedAt.map { instant in
        isSame.map { $0 ? MigrationStatus.State.applied(instant) : .changed(instant) }
          ?? .unknown(instant)
      }
      return MigrationStatus(
        number: number, fileName: Migration(number: number, name: name, sql: "").fileName,
        state: state ?? .pending)
    }
  }

  // MARK: One step

  /// Applies the next file, and tries again until it gets its locks.
  private func applyNext(
    on connection: PostgresConnection, until deadline: Deadline
  ) async throws(MigrationError) -> Migration? {
    var failures = 0
    while true {
      let nextAttempt: Deadline
      do throws(MigrationError) {
        return try await attemptNext(on: connection, until: deadline)
      } catch {
        failures += 1
        nextAttempt = .after(Self.backoff.delay(failures: failures, chance: .random(in: 0..<1)))
        guard error.mayPass, nextAttempt < deadline else { throw error }
      }
      do throws(WaitError) {
        try await connection.loop.sleep(until: nextAttempt)
      } catch {
        throw .database(.cancelled(.notApplied))
      }
    }
  }

  private func attemptNext(
    on connection: PostgresConnection, until deadline: Deadline
  ) async throws(MigrationError) -> Migration? {
    do {
      return try await connection.transaction(until: deadline) { connection in
        let count = try await begin(connection, until: deadline)
        guard count < migrations.count else { return nil }
        let migration = migrations[count]
        try await run(migration, on: connection, until: deadline)
        return migration
      }
    } catch {
      throw Self.typed(error)
    }
  }

  /// Applies migrations up to a number inside the caller's transaction, which must be of isolation
  /// level read committed.
  public func apply(
    through number: Int, inTransactionOf connection: PostgresConnection, until deadline: Deadline
  ) async throws(MigrationError) {
    do {
      let count = try await begin(connection, until: deadline)
      for migration in migrations.prefix(number).dropFirst(count) {
        try await run(migration, on: connection, until: deadline)
      }
    } catch {
      throw Self.typed(error)
    }
  }

  private static func typed(_ error: any Error) -> MigrationError {
    switch error {
    case let error as MigrationError: error
    case let error as PostgresError: .database(error)
    default: .database(.unexpectedResponse("\(type(of: error))"))
    }
  }

  private static let table = """
    create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      sha256 bytea not null,
      applied_at timestamptz not null default clock_timestamp()
    );
    """

  /// Takes the lock, makes the table, and returns the number of applied migrations.
  private func begin(
    _ connection: PostgresConnection, until deadline: Deadline
  ) async throws -> Int {
    // Each statement must see what other servers committed while this one waited.
    try await connection.execute(
      script: "set transaction isolation level read committed", until: deadline)
    do throws(PostgresError) {
      try await connection.query(
        "select pg_advisory_xact_lock(\(Self.lockKey))", until: deadline)
    } catch .timedOut {
      throw MigrationError.lockTimedOut
    }
    // Even if the table exists, `create table if not exists` needs the privilege to create tables.
    if try await !hasTable(connection, until: deadline) {
      try await connection.execute(script: Self.table, until: deadline)
    }
    return try await check(connection, until: deadline)
  }

  /// Returns the number of applied migrations, which must be the first ones of ours.
  private func check(
    _ connection: PostgresConnection, until deadline: Deadline
  ) async throws -> Int {
    let statuses = try await list(on: connection, until: deadline)
    if let last = statuses.last, last.number > migrations.count {
      throw MigrationError.databaseNewer(database: last.number, program: migrations.count)
    }
    let others = statuses.drop { if case .applied = $0.state { true } else { false } }
    if let first = others.first {
      if case .changed = first.state { throw MigrationError.changed(file: first.fileName) }
      guard others.allSatisfy({ $0.state == .pending }) else {
        throw MigrationError.gap(missing: first.fileName)
      }
    }
    return statuses.count - others.count
  }

  private func run(
    _ migration: Migration, on connection: PostgresConnection, until deadline: Deadline
  ) async throws {
    // Set only here, because the wait for the advisory lock has no such limit.
    let wait = Self.tableLockTimeout.components.attoseconds / 1_000_000_000_000_000
    try await connection.execute(script: "set local lock_timeout = \(wait)", until: deadline)
    do throws(PostgresError) {
      try await connection.execute(script: migration.sql, until: deadline)
    } catch {
      throw Self.failure(of: migration, error)
    }
    guard connection.isInTransaction else {
      throw MigrationError.endsTransaction(file: migration.fileName)
    }
    try await connection.query(
      """
      insert into schema_migrations (number, name, sha256)
      values (\(migration.number), \(migration.name), sha256(\(Array(migration.sql.utf8))))
      """, until: deadline)
  }

  private static func failure(of migration: Migration, _ error: PostgresError) -> any Error {
    guard case .server(let error) = error else { return error }
    if error.sqlState == .lockNotAvailable || error.sqlState == .deadlockDetected {
      return MigrationError.tablesLocked(file: migration.fileName)
    }
    return MigrationError.failed(file: migration.fileName, error)
  }

  private func hasTable(
    _ connection: PostgresConnection, until deadline: Deadline
  ) async throws -> Bool {
    let exists = try await connection.query(
      "select to_regclass('schema_migrations') is not null", until: deadline)
    return try exists[0].decode(Bool.self, at: 0)
  }
}
