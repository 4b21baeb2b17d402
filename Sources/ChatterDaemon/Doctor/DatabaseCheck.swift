import ChatterServer
import CommandLine
import EventLoop
import Postgres

/// The database, as far as it can be reached.
struct DatabaseCheck: Sendable {
  enum State: Sendable {
    /// A private cluster that does not run; the data directory's check reports whether it can.
    case notRunning
    case unreachable(ConnectFailure)
    case failed(reason: String)
    case examined(DatabaseFacts)
  }

  /// The oldest version with everything that the migrations use.
  static let versionMin = 13
  private static let timeout = Duration.seconds(10)

  /// The source of the connection string; it may contain a password itself.
  var origin = "--database"
  var isPrivate = false
  var wait = Duration.seconds(2)
  var connections = DatabaseConnections(loops: 1, requested: 8)
  var state: State

  @FaultList var faults: [Fault] {
    switch state {
    case .notRunning: []
    case .unreachable(let failure):
      Fault(
        Self.kind(of: failure),
        ["reason": failure.message, "origin": origin, "wait": wait.optionText])
    case .failed(let reason): Fault(.databaseCheckFailed, ["reason": reason])
    case .examined(let facts):
      stateFaults(facts)
      rightsFaults(facts)
      facts.settings.faults
      // The server sets the limits of its private cluster itself.
      if !isPrivate, let allowed = facts.settings.connectionsAllowed,
        let refusal = connections.refusal(allowed: allowed)
      {
        Fault(.connectionLimitLow, ["reason": refusal])
      }
      // Without rights on a table its contents cannot be read, which needs no second fault.
      if let failure = facts.failure, facts.lockedTable == nil {
        Fault(.databaseCheckFailed, ["reason": failure])
      }
    }
  }

  static func kind(of failure: ConnectFailure) -> FaultKind {
    switch failure.cause {
    case .connectionString: .databaseStringInvalid
    case .timedOut: .databaseSlowToConnect
    case .exhausted: .databaseRefused
    case .unreachable: kind(ofText: failure.message)
    case .refused(let state): kind(of: state)
    }
  }

  /// libpq has no code for what happens before a server's first response.
  private static func kind(ofText message: String) -> FaultKind {
    if ["resolve host name", "translate host name"].contains(where: message.contains) {
      return .databaseHostUnknown
    }
    if message.contains("no password supplied") { return .databasePassword }
    if ["SSL", "TLS", " certificate"].contains(where: message.contains) { return .databaseTLS }
    return .databaseAway
  }

  private static func kind(of state: SQLState) -> FaultKind {
    switch state.rawValue {
    case "28P01": .databasePassword
    case "28000": .databaseRoleMissing
    case "3D000": .databaseMissing
    case "42501": .databaseForbidden
    case "53300": .databaseFullOfSessions
    case "57P03", "57P01", "57P02": .databaseStarting
    case "25006": .databaseStandby
    default: .databaseRefused
    }
  }

  @FaultList private func stateFaults(_ facts: DatabaseFacts) -> [Fault] {
    let major = facts.version / 10_000
    if major < Self.versionMin {
      Fault(.databaseTooOld, ["version": "\(major)", "oldest": "\(Self.versionMin)"])
    }
    if facts.isStandby {
      Fault(.databaseStandby)
    } else if facts.isReadOnly {
      Fault(.databaseReadOnly)
    }
    if facts.encoding != "UTF8" { Fault(.databaseEncoding, ["encoding": facts.encoding]) }
  }

  @FaultList private func rightsFaults(_ facts: DatabaseFacts) -> [Fault] {
    if let table = facts.lockedTable {
      Fault(.databaseRightsOnTables, ["role": facts.role, "schema": facts.schema, "table": table])
    }
    let pending = facts.migrations.filter { $0.state == .pending }
    if let first = pending.first {
      // The missing ones are the last ones, unless the table has a gap.
      if facts.migrations.suffix(pending.count).contains(where: { $0.state != .pending }) {
        Fault(.migrationsGap, ["file": first.fileName])
      } else {
        if !facts.mayCreateTables {
          Fault(.databaseRights, ["role": facts.role, "schema": facts.schema])
        }
        Fault(.migrationsMissing, ["count": "\(pending.count)", "file": first.fileName])
      }
    }
    for status in facts.migrations {
      switch status.state {
      case .changed: Fault(.migrationsChanged, ["file": status.fileName])
      case .unknown: Fault(.migrationsAhead, ["file": status.fileName])
      case .pending, .applied: []
      }
    }
  }

}

extension DatabaseCheck {
  var title: String {
    switch state {
    case .notRunning: "database (its private cluster is not running)"
    case .unreachable, .failed: "database (not reached)"
    case .examined(let facts): "database (PostgreSQL \(facts.version / 10_000))"
    }
  }

  /// Examines the database that a configuration names.
  ///
  /// - Parameter cluster: The private cluster; nil for a named database.
  init(
    _ configuration: Configuration, cluster: ClusterInspection?, on loop: EventLoop
  ) async {
    let options = configuration.database
    var text = options.choice.connectionString
    if case .privateCluster(let directory) = options.choice, let cluster {
      isPrivate = true
      if cluster.isRunning, [0, cluster.user?.user].contains(Machine.user) {
        text = cluster.applicationConnectionString(of: Database.clusterDirectory(in: directory))
      }
    }
    origin = options.choice.description
    wait = options.connectTimeout
    connections = configuration.databaseConnections
    state = await Self.state(text, wait: wait, on: loop)
  }

  /// Connects and reads all facts; nil is a cluster that does not run.
  static func state(
    _ connectionString: String?, wait: Duration, on loop: EventLoop
  ) async -> State {
    guard let connectionString else { return .notRunning }
    do {
      return try await loop.run {
        let connection = try await PostgresConnection.connect(
          PostgresConfiguration(connectionString: connectionString, statements: .unnamed),
          on: loop, until: .after(wait))
        defer { connection.close() }
        return .examined(
          try await DatabaseFacts.read(from: connection, until: .after(Self.timeout)))
      }
    } catch PostgresError.unavailable(let failure, _) {
      return .unreachable(failure)
    } catch {
      return .failed(reason: "\(error)")
    }
  }
}

/// What a database that can be reached reports about itself.
struct DatabaseFacts: Sendable {
  /// The version as a number, such as 150018 for 15.18.
  var version = 150_000
  var isStandby = false
  var isReadOnly = false
  var encoding = "UTF8"
  var role = ""
  var schema = "public"
  var mayCreateTables = true
  /// A table of chatterd that the role cannot read and change; nil if there is none.
  var lockedTable: String?
  var settings = DatabaseServer()
  var migrations: [MigrationStatus] = []
  /// Why a part could not be read; the others are there.
  var failure: String?
}

extension DatabaseFacts {
  private static let statement: SQL = """
    select
      current_setting('server_version_num')::int4,
      pg_is_in_recovery(),
      current_setting('default_transaction_read_only')::bool,
      (select pg_encoding_to_char(encoding)::text from pg_database
        where datname = current_database()),
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

  /// Reads all facts over a connection; changes nothing.
  static func read(
    from connection: PostgresConnection, until deadline: Deadline
  ) async throws -> DatabaseFacts {
    guard let row = try await connection.query(statement, until: deadline).first else {
      throw PostgresError.unexpectedResponse("no row")
    }
    var facts = DatabaseFacts()
    (
      facts.version, facts.isStandby, facts.isReadOnly, facts.encoding, facts.role, facts.schema,
      facts.mayCreateTables, facts.lockedTable
    ) = try row.decode(
      Int.self, Bool.self, Bool.self, String.self, String.self, String.self, Bool.self,
      String?.self)
    do {
      facts.settings = try await DatabaseServer.read(from: connection, until: deadline)
      facts.migrations = try await Migrator(EmbeddedMigrations.all)
        .status(on: connection, until: deadline)
    } catch {
      facts.failure = "\(error)"
    }
    return facts
  }
}
