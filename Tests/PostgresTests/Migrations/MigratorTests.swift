import System
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct MigratorTests {
  static let one = Migration(
    number: 1, name: "people", sql: "create table people (name text);\n-- ü\nselect 1;\n")
  static let two = Migration(
    number: 2, name: "age", sql: "alter table people add column age int;")
  static let three = Migration(number: 3, name: "pets", sql: "create table pets (name text);")

  /// Runs the body with a connection to an empty database.
  private func withDatabase(
    _ body: @escaping @Sendable (PostgresConnection, TestDatabase) async throws -> Void
  ) async throws {
    let database = try await TestDatabase()
    try await PostgresFixture.withConnection(to: database.url) { try await body($0, database) }
  }

  @Test func findsNothingToDoWithoutTheCreatePrivilege() async throws {
    try await withDatabase { connection, database async throws in
      let migrator = try Migrator([Self.one])
      _ = try await migrator.apply(on: connection, until: PostgresFixture.soon)
      let role = "reader_\(UInt32.random(in: 0 ... .max))"
      try await database.run(
        """
        create role \(role); revoke create on schema public from public;
        grant select on schema_migrations to \(role)
        """)
      try await connection.execute(script: "set role \(role)", until: PostgresFixture.soon)
      #expect(try await migrator.apply(on: connection, until: PostgresFixture.soon) == [])
      let next = try Migrator([Self.one, Self.two])
      do {
        _ = try await next.apply(on: connection, until: PostgresFixture.soon)
        Issue.record("no error")
      } catch MigrationError.failed(_, let error) {
        #expect(error.sqlState.category == "42")
      }
      try await connection.execute(script: "reset role", until: PostgresFixture.soon)
      try await database.run("drop owned by \(role); drop role \(role)")
    }
  }

  @Test func appliesEachMigrationOnce() async throws {
    try await withDatabase { connection, _ async throws in
      let first = try Migrator([Self.one, Self.two])
      let pending = try await first.status(on: connection, until: PostgresFixture.soon)
      #expect(pending.map(\.state) == [.pending, .pending])
      #expect(
        try await first.apply(on: connection, until: PostgresFixture.soon) == [Self.one, Self.two])
      #expect(try await first.apply(on: connection, until: PostgresFixture.soon) == [])
      let next = try Migrator([Self.one, Self.two, Self.three])
      #expect(try await next.apply(on: connection, until: PostgresFixture.soon) == [Self.three])
      let count: SQL = "select count(age) from people"
      #expect(try await connection.value(Int.self, count) == 0)
      for status in try await next.status(on: connection, until: PostgresFixture.soon) {
        guard case .applied = status.state else {
          Issue.record("\(status)")
          continue
        }
      }
    }
  }

  @Test func rejectsAFileThatChangedAfterItWasApplied() async throws {
    try await withDatabase { connection, _ async throws in
      _ = try await Migrator([Self.one]).apply(on: connection, until: PostgresFixture.soon)
      let other = Migration(number: 1, name: "people", sql: Self.one.sql + " ")
      let migrator = try Migrator([other, Self.two])
      await #expect(throws: MigrationError.changed(file: "0001-people.sql")) {
        try await migrator.apply(on: connection, until: PostgresFixture.soon)
      }
      let states = try await migrator.status(on: connection, until: PostgresFixture.soon).map(
        \.state)
      guard case .changed = states[0] else {
        Issue.record("\(states)")
        return
      }
      #expect(states[1] == .pending)
    }
  }

  @Test func rejectsADatabaseNewerThanTheProgram() async throws {
    try await withDatabase { connection, _ async throws in
      _ = try await Migrator([Self.one, Self.two]).apply(
        on: connection, until: PostgresFixture.soon)
      let old = try Migrator([Self.one])
      await #expect(throws: MigrationError.databaseNewer(database: 2, program: 1)) {
        try await old.apply(on: connection, until: PostgresFixture.soon)
      }
      let last = try await old.status(on: connection, until: PostgresFixture.soon).last
      #expect(last?.fileName == "0002-age.sql")
      guard case .unknown = last?.state else {
        Issue.record("\(String(describing: last))")
        return
      }
    }
  }

  @Test func rejectsAGapInTheAppliedMigrations() async throws {
    try await withDatabase { connection, _ async throws in
      let migrator = try Migrator([Self.one, Self.two, Self.three])
      _ = try await migrator.apply(on: connection, until: PostgresFixture.soon)
      try await connection.query(
        "delete from schema_migrations where number = 2", until: PostgresFixture.soon)
      await #expect(throws: MigrationError.gap(missing: "0002-age.sql")) {
        try await migrator.apply(on: connection, until: PostgresFixture.soon)
      }
    }
  }

  @Test func rollsBackAFailingFileAndKeepsEarlierOnes() async throws {
    try await withDatabase { connection, _ async throws in
      let bad = Migration(
        number: 2, name: "bad", sql: "create table half (n int); select * from nowhere;")
      do throws(MigrationError) {
        _ = try await Migrator([Self.one, bad]).apply(on: connection, until: PostgresFixture.soon)
        Issue.record("it succeeded")
      } catch .failed(let file, let error) {
        #expect(file == "0002-bad.sql")
        #expect(error.sqlState == .undefinedTable)
      }
      let half: SQL = "select to_regclass('half') is null and to_regclass('people') is not null"
      #expect(try await connection.value(Bool.self, half))
      let good = try Migrator([Self.one, Self.two])
      #expect(try await good.apply(on: connection, until: PostgresFixture.soon) == [Self.two])
    }
  }

  @Test(arguments: ["commit", "rollback"])
  func rejectsAFileThatEndsItsTransaction(_ ending: String) async throws {
    try await withDatabase { connection, _ async throws in
      let bad = Migration(number: 1, name: "bad", sql: "select 1; \(ending);")
      await #expect(throws: MigrationError.endsTransaction(file: "0001-bad.sql")) {
        try await Migrator([bad]).apply(on: connection, until: PostgresFixture.soon)
      }
    }
  }

  @Test func serializesServersThatStartTogether() async throws {
    let database = try await TestDatabase()
    let loop = PostgresFixture.loop
    let applied = try await loop.run {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 {
          group.addTask(executorPreference: loop) {
            let connection = try await PostgresFixture.connect(to: database.url)
            let migrator = try Migrator([Self.one, Self.two, Self.three])
            let count = try await migrator.apply(on: connection, until: PostgresFixture.soon).count
            connection.close()
            return count
          }
        }
        return try await group.reduce(0, +)
      }
    }
    #expect(applied == 3)
  }

  @Test func letsReadersContinueWhileAFileWaitsForALock() async throws {
    try await withDatabase { connection, database async throws in
      let loop = connection.loop
      _ = try await Migrator([Self.one]).apply(on: connection, until: PostgresFixture.soon)
      let (holder, reader) = (
        try await PostgresFixture.connect(to: database.url),
        try await PostgresFixture.connect(to: database.url)
      )
      // The lock that a long pg_dump holds.
      try await holder.execute(script: "begin; select * from people", until: PostgresFixture.soon)
      let migrating = loop.start(connection) { connection async throws in
        try await Migrator([Self.one, Self.two]).apply(on: connection, until: PostgresFixture.soon)
      }
      // Readers queue behind the waiting lock, which times out more than once.
      for round in 1...2 {
        let waiting: SQL = """
          select count(*) from pg_locks where not granted
            and database = (select oid from pg_database where datname = current_database())
          """
        while try await holder.value(Int.self, waiting) == 0 {
          try await loop.sleep(until: .after(.milliseconds(5)))
        }
        let rows: SQL = "select count(*) from people where name is not null and \(round) > 0"
        #expect(try await reader.value(Int.self, rows) == 0)
      }
      try await holder.execute(script: "rollback", until: PostgresFixture.soon)
      #expect(try await migrating.value == [Self.two])
      #expect(try await reader.value(Int.self, "select count(age) from people") == 0)
      let timeout: SQL = "select current_setting('lock_timeout')"
      #expect(try await connection.value(String.self, timeout) == "0")
      holder.close()
      reader.close()
    }
  }

  @Test func reportsAFileThatNeverGetsItsTableLocks() async throws {
    let database = try await TestDatabase()
    try await onVirtualTime { loop, _ in
      let connection = try await PostgresFixture.connect(to: database.url, on: loop)
      let holder = try await PostgresFixture.connect(to: database.url, on: loop)
      _ = try await Migrator([Self.one]).apply(on: connection, until: PostgresFixture.soon)
      try await holder.execute(script: "begin; select * from people", until: PostgresFixture.soon)
      let migrator = try Migrator([Self.one, Self.two])
      // PostgreSQL's time passes and ends the wait for the lock; another attempt would be too late.
      await #expect(throws: MigrationError.tablesLocked(file: "0002-age.sql")) {
        try await migrator.apply(on: connection, until: .after(.milliseconds(1)))
      }
      holder.close()
      #expect(try await migrator.apply(on: connection, until: PostgresFixture.soon) == [Self.two])
      connection.close()
    }
  }

  @Test func reportsAMigrationLockThatIsNotReleased() async throws {
    let database = try await TestDatabase()
    try await onVirtualTime { loop, clock in
      let connection = try await PostgresFixture.connect(to: database.url, on: loop)
      let holder = try await PostgresFixture.connect(to: database.url, on: loop)
      try await holder.query(
        "select pg_advisory_lock(\(Migrator.lockKey))", until: PostgresFixture.soon)
      let deadline = Deadline.after(.seconds(1))
      let migrating = loop.start(connection) { connection async throws in
        try await Migrator([Self.one]).apply(on: connection, until: deadline)
      }
      let waiting: SQL = """
        select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
        """
      while try await holder.value(Int.self, waiting) == 0 {}
      try await clock.advance(by: .seconds(2))
      await #expect(throws: MigrationError.lockTimedOut) { try await migrating.value }
      holder.close()
      connection.close()
    }
  }
}
