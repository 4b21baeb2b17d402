import Arguments
import ChatterServer
import ChatterStore
import Postgres
import PrivateCluster
import System

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
      facts.settingFaults
      // The server sets the limits of its private cluster itself.
      if !isPrivate, let allowed = facts.connectionsAllowed,
        let refusal = connections.refusal(allowed: allowed)
      {
        Fault(.connectionLimitLow, ["reason": refusal])
      }
      // Without rights on a table its contents cannot be read, which needs no second fault.
      if let failure = facts.migrationFailure, facts.lockedTable == nil {
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
    if let table = facts.missingTable, pending.isEmpty, !facts.migrations.isEmpty {
      Fault(.databaseTableMissing, ["table": table])
    }
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
    case .examined: "database"
    }
  }

  /// The version in words; empty if it is not known.
  var version: String {
    guard case .examined(let facts) = state else { return "" }
    return ", PostgreSQL \(facts.version / 10_000)"
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
    _ connectionString: String?, wait: Duration, migrations: [Migration] = EmbeddedMigrations.all,
    on loop: EventLoop
  ) async -> State {
    guard let connectionString else { return .notRunning }
    do {
      return try await loop.run {
        let connection = try await PostgresConnection.connect(
          PostgresConfiguration(connectionString: connectionString, statements: .unnamed),
          on: loop, until: .after(wait))
        defer { connection.close() }
        var facts = try await DatabaseFacts(from: connection, until: .after(Self.timeout))
        do {
          facts.migrations = try await Migrator(migrations)
            .status(on: connection, until: .after(Self.timeout))
        } catch {
          facts.migrationFailure = "\(VerbError(error, in: "the database") ?? error)"
        }
        return .examined(facts)
      }
    } catch PostgresError.unavailable(let failure, _) {
      return .unreachable(failure)
    } catch {
      return .failed(reason: "\(VerbError(error, in: "the database") ?? error)")
    }
  }
}
