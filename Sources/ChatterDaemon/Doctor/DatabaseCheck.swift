import CommandLine
import EventLoop
import Postgres

/// The database, as far as it can be reached.
struct DatabaseCheck: Sendable {
  /// The result of the attempt to examine it.
  enum State: Sendable {
    /// A private cluster that does not run; the data directory's check reports whether it can.
    case notRunning
    case unreachable(ConnectFailure)
    case failed(reason: String)
    case examined(DatabaseFacts)
  }

  /// The oldest version with everything that the migrations use.
  static let versionMin = 13
  private static let clockDifferenceMax = Duration.seconds(5)
  private static let roundTripMax = Duration.milliseconds(20)

  /// The source of the connection string; it may contain a password itself.
  var origin = "--database"
  var isPrivate = false
  var wait = Duration.seconds(2)
  /// The connections that the server may open.
  var connections = DatabaseConnections(loops: 1, requested: 8)
  var state: State

  var faults: [Fault] {
    switch state {
    case .notRunning: []
    case .unreachable(let failure): [fault(of: failure)]
    case .failed(let reason): [Fault(.databaseCheckFailed, ["reason": reason])]
    case .examined(let facts):
      stateFaults(facts) + rightsFaults(facts) + durabilityFaults(facts)
        + connectionFaults(facts) + timeFaults(facts) + failureFaults(facts)
    }
  }

  // MARK: Reaching it

  private func fault(of failure: ConnectFailure) -> Fault {
    let values = [
      "reason": failure.message, "origin": origin, "wait": wait.optionText,
    ]
    return Fault(Self.kind(of: failure), values)
  }

  static func kind(of failure: ConnectFailure) -> FaultKind {
    switch failure.cause {
    case .connectionString: .databaseStringInvalid
    case .timedOut: .databaseSlowToConnect
    case .exhausted: .databaseRefused
    case .unreachable: kind(ofText: failure.message)
    case .refused(let state): kind(of: state, failure.message)
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

  private static func kind(of state: SQLState, _ message: String) -> FaultKind {
    switch state.rawValue {
    case "28P01": .databasePassword
    case "28000":
      // "no pg_hba.conf entry for …, no encryption" names TLS, but is about the role.
      .databaseRoleMissing
    case "3D000": .databaseMissing
    case "42501": .databaseForbidden
    case "53300": .databaseFullOfSessions
    case "57P03", "57P01", "57P02": .databaseStarting
    case "53100": .databaseDiskFull
    case "25006": .databaseStandby
    default: .databaseRefused
    }
  }

  // MARK: What it reports

  private func stateFaults(_ facts: DatabaseFacts) -> [Fault] {
    var faults: [Fault] = []
    let major = facts.version / 10_000
    if major < Self.versionMin {
      faults.append(
        Fault(.databaseTooOld, ["version": "\(major)", "oldest": "\(Self.versionMin)"]))
    }
    if facts.isStandby {
      faults.append(Fault(.databaseStandby))
    } else if facts.isReadOnly {
      faults.append(Fault(.databaseReadOnly))
    }
    if facts.encoding != "UTF8" {
      faults.append(Fault(.databaseEncoding, ["encoding": facts.encoding]))
    }
    return faults
  }

  private func rightsFaults(_ facts: DatabaseFacts) -> [Fault] {
    let values = ["role": facts.role, "schema": facts.schema]
    var faults: [Fault] = []
    if let table = facts.lockedTable {
      faults.append(Fault(.databaseRightsOnTables, values.merging(["table": table]) { $1 }))
    }
    let pending = facts.migrations.filter { $0.state == .pending }
    let last = facts.migrations.lastIndex { $0.state != .pending }
    let firstPending = facts.migrations.firstIndex { $0.state == .pending }
    if let firstPending, let last, firstPending < last {
      faults.append(
        Fault(.migrationsGap, ["file": facts.migrations[firstPending].fileName]))
    } else if let first = pending.first {
      if !facts.mayCreateTables { faults.append(Fault(.databaseRights, values)) }
      faults.append(
        Fault(.migrationsMissing, ["count": "\(pending.count)", "file": first.fileName]))
    }
    for status in facts.migrations {
      switch status.state {
      case .changed: faults.append(Fault(.migrationsChanged, ["file": status.fileName]))
      case .unknown: faults.append(Fault(.migrationsAhead, ["file": status.fileName]))
      case .pending, .applied: break
      }
    }
    return faults
  }

  /// Without rights on a table its contents cannot be read, which needs no second fault.
  private func failureFaults(_ facts: DatabaseFacts) -> [Fault] {
    guard let failure = facts.failure, facts.lockedTable == nil else { return [] }
    return [Fault(.databaseCheckFailed, ["reason": failure])]
  }

  private func durabilityFaults(_ facts: DatabaseFacts) -> [Fault] {
    var faults: [Fault] = []
    if !facts.settings.syncsFiles { faults.append(Fault(.fsyncOff)) }
    if !facts.settings.writesFullPages { faults.append(Fault(.fullPageWritesOff)) }
    if !facts.commitsSynchronously { faults.append(Fault(.synchronousCommitOff)) }
    if facts.settings.standbyCount > 0, !facts.settings.waitsForStandby {
      faults.append(
        Fault(.standbysAsynchronous, ["count": "\(facts.settings.standbyCount)"]))
    }
    return faults
  }

  /// The server sets the limits of its private cluster itself.
  private func connectionFaults(_ facts: DatabaseFacts) -> [Fault] {
    var faults: [Fault] = []
    if !facts.isEncrypted, !facts.isLocal { faults.append(Fault(.databaseUnencrypted)) }
    guard !isPrivate, let allowed = facts.settings.connectionsAllowed else { return faults }
    if let refusal = connections.refusal(allowed: allowed) {
      faults.append(Fault(.connectionLimitLow, ["reason": refusal]))
    } else if facts.otherSessions + connections.total > allowed {
      faults.append(
        Fault(
          .connectionsScarce,
          [
            "used": "\(facts.otherSessions)", "allowed": "\(allowed)",
            "needed": "\(connections.total)",
          ]))
    }
    return faults
  }

  private func timeFaults(_ facts: DatabaseFacts) -> [Fault] {
    var faults: [Fault] = []
    let difference = max(facts.clockDifference, .zero - facts.clockDifference)
    if difference > Self.clockDifferenceMax {
      faults.append(Fault(.clockOff, ["seconds": "\(difference.components.seconds)"]))
    }
    if facts.roundTrip > Self.roundTripMax {
      faults.append(
        Fault(.databaseSlow, ["milliseconds": "\(facts.roundTrip.wholeMilliseconds)"]))
    }
    return faults
  }
}

extension DatabaseCheck {
  /// The timeout for all statements.
  private static let timeout = Duration.seconds(10)

  /// Examines the database that a configuration names.
  ///
  /// - Parameter cluster: The private cluster; nil for a named database.
  init(
    _ configuration: Configuration, cluster: ClusterInspection?, on loop: EventLoop
  ) async {
    let options = configuration.database
    let text: String?
    if case .privateCluster(let directory) = options.choice {
      isPrivate = true
      text =
        cluster?.isRunning == true && (Machine.user == 0 || cluster?.user?.user == Machine.user)
        ? cluster?.applicationConnectionString(of: Database.clusterDirectory(in: directory)) : nil
    } else {
      text = options.choice.connectionString
    }
    origin = options.choice.description
    wait = options.connectTimeout
    connections = configuration.databaseConnections
    state = await Self.state(text, wait: wait, on: loop)
  }

  /// Connects and reads all facts; nil is a cluster that does not run.
  static func state(_ connectionString: String?, wait: Duration, on loop: EventLoop) async -> State
  {
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
