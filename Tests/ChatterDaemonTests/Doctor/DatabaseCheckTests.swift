import ChatterStore
import System
import TestSupport
import Testing

@testable import ChatterDaemon
@testable import Postgres

struct DatabaseCheckTests {
  private static func status(_ number: Int, _ state: MigrationStatus.State) -> MigrationStatus {
    MigrationStatus(number: number, fileName: "000\(number)-a.sql", state: state)
  }

  private static let time = PostgresTimestamp(microsecondsSince2000: 0)

  private static func unreachable(_ cause: ConnectFailure.Cause, _ message: String = "no")
    -> (inout DatabaseCheck) -> Void
  {
    { $0.state = .unreachable(ConnectFailure(cause: cause, message: message)) }
  }

  private static func refused(_ state: String) -> (inout DatabaseCheck) -> Void {
    unreachable(.refused(SQLState(rawValue: state)))
  }

  private static func reports(_ change: @escaping (inout DatabaseFacts) -> Void)
    -> (inout DatabaseCheck) -> Void
  {
    { check in
      var facts = DatabaseFacts()
      change(&facts)
      check.state = .examined(facts)
    }
  }

  private static let healthy = DatabaseCheck(state: .examined(DatabaseFacts()))

  static let samples = connecting + reporting + migrating

  private static let connecting = FaultSample.variants(
    of: healthy,
    [
      (.databaseAway, unreachable(.unreachable, "connection refused")),
      (.databaseSlowToConnect, unreachable(.timedOut)),
      (.databaseHostUnknown, unreachable(.unreachable, "cannot resolve host name a.invalid")),
      (.databaseStringInvalid, unreachable(.connectionString)),
      (.databasePassword, refused("28P01")),
      (.databasePassword, unreachable(.unreachable, "fe_sendauth: no password supplied")),
      (.databaseRoleMissing, refused("28000")),
      (.databaseMissing, refused("3D000")),
      (.databaseForbidden, refused("42501")),
      (.databaseTLS, unreachable(.unreachable, "server does not support SSL, but it was required")),
      (.databaseFullOfSessions, refused("53300")),
      (.databaseRefused, refused("57P03")),
      (.databaseStandby, refused("25006")),
      (.databaseRefused, refused("XX000")),
      (.databaseCheckFailed, { $0.state = .failed(reason: "no row") }),
      (
        .databaseCheckFailed,
        reports { $0.migrationFailure = "the database did not respond in time" }
      ),
    ], faults: \.faults)

  private static let reporting = FaultSample.variants(
    of: healthy,
    [
      (.databaseUnencrypted, reports { $0.isExposed = true }),
      (.databaseTooOld, reports { $0.version = 120_017 }),
      (.databaseStandby, reports { ($0.isStandby, $0.isReadOnly) = (true, true) }),
      (.databaseReadOnly, reports { $0.isReadOnly = true }),
      (.databaseEncoding, reports { $0.encoding = "SQL_ASCII" }),
      (
        .databaseTableMissing,
        reports {
          $0.migrations = [status(1, .applied(time))]
          $0.missingTable = "secrets"
        }
      ),
      (.databaseRightsOnTables, reports { $0.lockedTable = "chatts" }),
      (.fsyncOff, reports { $0.syncsFiles = false }),
      (.standbysAsynchronous, reports { $0.standbyCount = 1 }),
      (.connectionLimitLow, reports { $0.connectionsAllowed = 5 }),
    ], faults: \.faults)

  private static let migrating =
    FaultSample.variants(
      of: healthy,
      [
        (
          .migrationsMissing,
          reports { $0.migrations = [status(1, .applied(time)), status(2, .pending)] }
        ),
        (.migrationsAhead, reports { $0.migrations = [status(1, .unknown(time))] }),
        (.migrationsChanged, reports { $0.migrations = [status(1, .changed(time))] }),
        (
          .migrationsGap,
          reports { $0.migrations = [status(1, .pending), status(2, .applied(time))] }
        ),
      ], faults: \.faults) + [
      FaultSample(
        kind: .databaseRights,
        faults: rightsFaults.filter { $0.kind != .migrationsMissing })
    ]

  private static var rightsFaults: [Fault] {
    var check = healthy
    reports {
      $0.migrations = [status(1, .pending)]
      $0.mayCreateTables = false
    }(&check)
    return check.faults
  }

  @Test func findsNothingInAHealthyOrAStoppedDatabase() {
    #expect(Self.healthy.faults == [])
    #expect(DatabaseCheck(state: .notRunning).faults == [])
    #expect(Self.rightsFaults.map(\.kind) == [.databaseRights, .migrationsMissing])
  }

  @Test func acceptsAnyLimitOfThePrivateClusterWhichTheServerSets() {
    var facts = DatabaseFacts()
    facts.connectionsAllowed = 5
    #expect(DatabaseCheck(isPrivate: true, state: .examined(facts)).faults == [])
  }
}

@Suite(.needs(.postgreSQL))
struct RealDatabaseCheckTests {
  private func faults(
    _ url: String, migrations: [Migration] = EmbeddedMigrations.all
  ) async throws -> [FaultKind] {
    let loop = try EventLoop(name: "doctor")
    defer { loop.stop() }
    let state = await DatabaseCheck.state(url, wait: soon, migrations: migrations, on: loop)
    // Another test may attach a standby to the server of all tests.
    return DatabaseCheck(state: state).faults.map(\.kind).filter { $0 != .standbysAsynchronous }
  }

  private func migrate(_ database: TestDatabase) async throws {
    _ = try await ProgramRun(
      Repository.program("chatterd"), ["migrate", "up", "--database", database.url]
    ).checked()
  }

  private func url(of database: TestDatabase, for role: String) -> String {
    database.url + (database.url.contains("?") ? "&" : "?") + "user=\(role)"
  }

  @Test func findsMissingMigrationsAndThenNothing() async throws {
    let database = try await TestDatabase()
    #expect(try await faults(database.url) == [.migrationsMissing])
    try await migrate(database)
    #expect(try await faults(database.url) == [])
    try await database.run("update schema_migrations set name = 'other' where number = 2")
    #expect(try await faults(database.url) == [.migrationsChanged])
    try await database.run("delete from schema_migrations where number = 2")
    #expect(try await faults(database.url) == [.migrationsGap])
  }

  @Test func findsMigrationsOfANewerVersionUntilThatIsInstalled() async throws {
    let database = try await TestDatabase()
    let number = EmbeddedMigrations.all.count + 1
    let newer =
      EmbeddedMigrations.all + [
        Migration(number: number, name: "later", sql: "create table later (id int8)")
      ]
    let loop = try EventLoop(name: "newer version")
    defer { loop.stop() }
    try await loop.run {
      let connection = try await PostgresConnection.connect(
        PostgresConfiguration(connectionString: database.url, statements: .unnamed),
        on: loop, until: .after(soon))
      defer { connection.close() }
      _ = try await Migrator(newer).apply(on: connection, until: .after(soon))
    }
    #expect(try await faults(database.url) == [.migrationsAhead])
    #expect(try await faults(database.url, migrations: newer) == [])
  }

  @Test func findsSettingsOfTheDatabase() async throws {
    let database = try await TestDatabase()
    let name = database.name
    try await database.run("alter database \(name) connection limit 4")
    #expect(try await faults(database.url).contains(.connectionLimitLow))
    try await database.run("alter database \(name) set default_transaction_read_only = on")
    #expect(try await faults(database.url).contains(.databaseReadOnly))
  }

  @Test func findsTablesThatTheRoleCannotUse() async throws {
    let database = try await TestDatabase()
    try await migrate(database)
    let role = "\(database.name)_poor"
    try await database.run("create role \(role) login")
    let url = url(of: database, for: role)
    #expect(try await faults(url) == [.databaseRightsOnTables])
    try await database.run(
      "grant select, insert, update, delete on all tables in schema public to \(role)")
    #expect(try await faults(url) == [])
    try await database.run("drop owned by \(role); drop role \(role)")
  }

  @Test func findsWhyARoleIsNotAdmitted() async throws {
    let database = try await TestDatabase()
    let role = "\(database.name)_late"
    try await database.run("create role \(role) login connection limit 0")
    let url = url(of: database, for: role)
    #expect(try await faults(url) == [.databaseFullOfSessions])
    try await database.run("alter role \(role) connection limit -1")
    try await database.run("revoke connect on database \(database.name) from public")
    #expect(try await faults(url) == [.databaseForbidden])
    try await database.close()
    #expect(try await faults(database.url) == [.databaseRefused])
    try await database.open()
    try await database.run("drop role \(role)")
  }

  @Test func findsAnotherEncoding() async throws {
    let database = try await TestDatabase()
    let name = "\(database.name)_ascii"
    try await database.run(
      "create database \(name) template template0 encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C'")
    let url = database.url.replacing(database.name, with: name)
    #expect(try await faults(url).first == .databaseEncoding)
    try await database.run("drop database \(name)")
  }

  @Test func findsWhyItCannotBeReached() async throws {
    let database = try await TestDatabase()
    let missing = database.url.replacing(database.name, with: "no_such_database")
    #expect(try await faults(missing) == [.databaseMissing])
    #expect(try await faults("host=/nowhere dbname=a") == [.databaseAway])
    #expect(try await faults("host=nowhere.invalid dbname=a") == [.databaseHostUnknown])
    #expect(try await faults("no such parameter=1") == [.databaseStringInvalid])
    #expect(
      try await faults(url(of: database, for: "no_such_role")) == [.databaseRoleMissing])
    #expect(try await faults("host=127.0.0.1 port=1 dbname=a") == [.databaseAway])
  }
}
