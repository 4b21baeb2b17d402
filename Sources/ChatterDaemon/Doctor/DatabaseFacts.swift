import ChatterServer
import EventLoop
import Postgres

/// What a database that can be reached reports about itself.
struct DatabaseFacts: Sendable {
  /// The version as a number, such as 150018 for 15.18.
  var version = 150_000
  var isStandby = false
  var isReadOnly = false
  var encoding = "UTF8"
  /// `synchronous_commit` of sessions that do not set it.
  var commitsSynchronously = true
  /// The sessions of other programs in this database.
  var otherSessions = 0
  var isEncrypted = true
  /// Whether the server is on this machine.
  var isLocal = true
  var role = ""
  var schema = "public"
  var mayCreateTables = true
  /// A table of chatterd that the role cannot read and change; nil if there is none.
  var lockedTable: String?
  /// The database's clock minus this machine's.
  var clockDifference = Duration.zero
  var roundTrip = Duration.zero
  var settings = DatabaseServer()
  var migrations: [MigrationStatus] = []
  /// Why a part could not be read; the others are there.
  var failure: String?
}

extension DatabaseFacts {
  /// Round trips are measured this many times, and the fastest counts.
  private static let roundTripCount = 5

  private static let server: SQL = """
    select
      current_setting('server_version_num')::int4,
      pg_is_in_recovery(),
      current_setting('default_transaction_read_only')::bool,
      (select pg_encoding_to_char(encoding)::text from pg_database
        where datname = current_database()),
      (select reset_val <> 'off' from pg_settings where name = 'synchronous_commit'),
      (select count(*) from pg_stat_activity
        where datname = current_database() and application_name <> 'chatterd')
    """

  private static let session: SQL = """
    select
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false),
      coalesce(inet_server_addr() <<= '127.0.0.0/8' or inet_server_addr() = '::1'
        or inet_server_addr() = inet_client_addr(), true),
      current_user::text,
      coalesce(current_schema()::text, 'public'),
      coalesce(has_schema_privilege(current_schema()::text, 'create'), false),
      (select relname::text from pg_class
        where relnamespace = (select oid from pg_namespace where nspname = current_schema())
          and relname in ('chatts', 'chatt_removals', 'idempotency_keys', 'schema_migrations')
          and relkind = 'r'
          and not (has_table_privilege(oid, 'select') and (relname = 'schema_migrations'
            or has_table_privilege(oid, 'insert') and has_table_privilege(oid, 'delete')))
        order by relname
        limit 1)
    """

  private static let clock: SQL =
    "select (extract(epoch from clock_timestamp()) * 1000000)::int8"

  /// Reads all facts over a connection; changes nothing.
  static func read(
    from connection: PostgresConnection, until deadline: Deadline
  ) async throws -> DatabaseFacts {
    var facts = DatabaseFacts()
    try await facts.readServer(connection, deadline)
    try await facts.readSession(connection, deadline)
    do {
      try await facts.measure(connection, deadline)
      facts.settings = try await DatabaseServer.read(from: connection, until: deadline)
      facts.migrations = try await Migrator(EmbeddedMigrations.all)
        .status(on: connection, until: deadline)
    } catch {
      facts.failure = "\(error)"
    }
    return facts
  }

  private mutating func readServer(
    _ connection: PostgresConnection, _ deadline: Deadline
  ) async throws {
    let row = try await Self.row(Self.server, connection, deadline)
    (version, isStandby, isReadOnly, encoding, commitsSynchronously, otherSessions) =
      try row.decode(Int.self, Bool.self, Bool.self, String.self, Bool.self, Int.self)
  }

  private mutating func readSession(
    _ connection: PostgresConnection, _ deadline: Deadline
  ) async throws {
    let row = try await Self.row(Self.session, connection, deadline)
    (isEncrypted, isLocal, role, schema, mayCreateTables, lockedTable) =
      try row.decode(
        Bool.self, Bool.self, String.self, String.self, Bool.self, String?.self)
  }

  private mutating func measure(
    _ connection: PostgresConnection, _ deadline: Deadline
  ) async throws {
    var fastest = Duration.seconds(Int64.max)
    for _ in 0..<Self.roundTripCount {
      let (start, startTime) = (ContinuousClock.now, WallClock.microsecondsSince1970)
      let row = try await Self.row(Self.clock, connection, deadline)
      let duration = start.duration(to: .now)
      guard duration < fastest else { continue }
      fastest = duration
      let middle = Duration.microseconds(startTime) + duration / 2
      clockDifference = Duration.microseconds(try row.decode(Int64.self, at: 0)) - middle
    }
    roundTrip = fastest
  }

  private static func row(
    _ statement: SQL, _ connection: PostgresConnection, _ deadline: Deadline
  ) async throws(PostgresError) -> Row {
    guard let row = try await connection.query(statement, until: deadline).first else {
      throw .unexpectedResponse("no row")
    }
    return row
  }
}
