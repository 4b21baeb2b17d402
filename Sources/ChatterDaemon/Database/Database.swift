import ChatterServer
import ChatterStore
import Postgres
import PrivateCluster
import System

/// The database of a server: a named one, or a private cluster that stops with the server.
struct Database: Sendable, CustomStringConvertible {
  /// The timeout for migrations, including the wait for another server's.
  private static let migrationTimeout = Duration.seconds(600)
  /// The minimum timeout for a connection at startup, even if `--database-wait`, for which clients
  /// wait, is shorter: on a busy machine the database is slow.
  private static let startupTimeout = Duration.seconds(60)

  let configuration: PostgresConfiguration
  private(set) var description: String
  let cluster: PrivateCluster?
  /// The disk space that posts must leave free in the private cluster's file system.
  let diskReserveBytes: Int
  private let connectTimeout: Duration

  /// Whether it is the private cluster, which no other server uses.
  var isPrivate: Bool { cluster != nil }

  static func clusterDirectory(in dataDirectory: String) -> String {
    dataDirectory + "/postgresql"
  }

  /// Starts the private cluster, if it is selected, and waits until it is ready.
  ///
  /// - Parameters:
  ///   - connections: The connections that will be opened; by default the few of a migration.
  ///   - reserve: The disk space that posts must leave free; nil derives it from the file system.
  static func start(
    _ options: DatabaseOptions,
    connections: DatabaseConnections = DatabaseConnections(loops: 1, requested: 1),
    diskReserveBytes reserve: Int? = nil, on loop: EventLoop, log: Log
  ) async throws -> Database {
    var cluster: PrivateCluster?
    var diskReserveBytes = 0
    if case .privateCluster(let directory) = options.choice {
      try DataDirectory.make(directory)
      diskReserveBytes = reserve ?? diskReserve(on: FileSystemSpace(of: directory))
      cluster = try startCluster(
        in: directory, sessionsMax: connections.clusterMax, reserveBytes: diskReserveBytes,
        log: log)
    }
    let configuration = PostgresConfiguration(
      connectionString: cluster?.applicationConnectionString
        ?? options.choice.connectionString ?? "",
      statements: options.usesNamedStatements ? .named(countMax: 64) : .unnamed)
    var database = Database(
      configuration: configuration, description: options.choice.description, cluster: cluster,
      diskReserveBytes: diskReserveBytes, connectTimeout: options.connectTimeout)
    do {
      try await database.prepareRoles(on: loop)
    } catch {
      database.stop()
      throw error
    }
    if cluster == nil {
      let place = try await database.withConnection(on: loop) { $0.place }
      database.description = "\(LogFormat.printable(place)), \(options.choice)"
    }
    return database
  }

  /// Returns a database that a server may be using: a running private cluster is not started.
  static func open(
    _ options: DatabaseOptions, on loop: EventLoop, log: Log
  ) async throws -> Database {
    do {
      return try await start(options, on: loop, log: log)
    } catch let error as PrivateClusterError {
      guard case .inUse = error, case .privateCluster(let directory) = options.choice else {
        throw error
      }
      let text = try PrivateCluster.applicationConnectionString(
        ofRunning: clusterDirectory(in: directory))
      return Database(
        configuration: PostgresConfiguration(connectionString: text),
        description: options.choice.description, cluster: nil, diskReserveBytes: 0,
        connectTimeout: options.connectTimeout)
    }
  }

  /// Returns the default reserve on a file system: 5 % of it, but at least 32 MiB (two WAL segments
  /// of PostgreSQL) and at most 512 MiB.
  static func diskReserve(on space: FileSystemSpace?) -> Int {
    max(32 << 20, min(512 << 20, (space?.totalBytes ?? .max) / 20))
  }

  /// Makes the application's role the owner of its objects in the private cluster; the roles of a
  /// named database are left as its owner configured them.
  private func prepareRoles(on loop: EventLoop) async throws {
    guard let cluster else { return }
    let superuser = PostgresConfiguration(connectionString: cluster.connectionString)
    do {
      try await withConnection(superuser, on: loop) { connection in
        try await cluster.prepareRoles(on: connection, until: .after(Self.migrationTimeout))
      }
    } catch let error as PostgresError {
      throw VerbError(error, in: description) ?? VerbError.temporary("\(description): \(error)")
    }
  }

  /// Warns if a named database may lose acknowledged chatts, and fails if it allows fewer
  /// connections than the server may open.
  func check(_ connections: DatabaseConnections, on loop: EventLoop, log: Log) async throws {
    guard cluster == nil else { return }
    let facts = try await withConnection(on: loop) { connection in
      try await DatabaseFacts(from: connection, until: .after(Self.startupTimeout))
    }
    for fault in facts.settingFaults {
      log.write(
        .warning, "acknowledged chatts may be lost", ["reason": "\(fault.problem) \(fault.cure)"])
    }
    if let refusal = facts.connectionsAllowed.flatMap({ connections.refusal(allowed: $0) }) {
      throw VerbError.configuration(refusal)
    }
  }

  private static func startCluster(
    in directory: String, sessionsMax: Int, reserveBytes: Int, log: Log
  ) throws -> PrivateCluster {
    let cluster = try PrivateCluster.start(
      .init(
        directory: clusterDirectory(in: directory), connectionsMax: sessionsMax,
        spareBytes: 2 * reserveBytes))
    log.write(
      .info,
      cluster.didTakeOver ? "took over the running private cluster" : "private cluster started",
      ["version": .integer(cluster.version)])
    cluster.supervise { event in
      switch event {
      case .restarted: log.write(.warning, "the private cluster exited and was restarted")
      case .restartFailed(let error, let delay):
        log.write(
          .error, "could not start the private cluster",
          ["reason": "\(error)", "retry_in_ms": .duration(delay)])
      case .unwatched(let code):
        log.write(.error, "could not watch the private cluster", ["errno": .integer(Int(code))])
      }
    }
    return cluster
  }

  /// Migrates the schema and returns the names of the files that were applied.
  func migrate(on loop: EventLoop) async throws -> [String] {
    try await withConnection(on: loop) { connection in
      try await Migrator(EmbeddedMigrations.all)
        .apply(on: connection, until: .after(Self.migrationTimeout)).map(\.fileName)
    }
  }

  /// Migrates a database that has no tables of chatterd, and a private cluster that no server uses.
  func migrateIfEmpty(on loop: EventLoop) async throws {
    let isEmpty = try await withConnection(on: loop) { connection in
      let rows = try await connection.query(
        "select to_regclass('schema_migrations') is null", until: .after(Self.startupTimeout))
      return try rows[0].decode(Bool.self, at: 0)
    }
    if isEmpty || isPrivate { _ = try await migrate(on: loop) }
  }

  func migrationStatus(on loop: EventLoop) async throws -> [MigrationStatus] {
    try await withConnection(on: loop) { connection in
      try await Migrator(EmbeddedMigrations.all)
        .status(on: connection, until: .after(Self.migrationTimeout))
    }
  }

  /// Runs `body` with a connection of the application's role, or of another one.
  func withConnection<Value: Sendable>(
    _ other: PostgresConfiguration? = nil, on loop: EventLoop,
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    let configuration = other ?? configuration
    let connectTimeout = max(connectTimeout, Self.startupTimeout)
    return try await loop.run {
      let connection = try await PostgresConnection.connect(
        configuration, on: loop, until: .after(connectTimeout))
      defer { connection.close() }
      return try await body(connection)
    }
  }

  func makePool(on loop: EventLoop, connectionsMax: Int) -> PostgresPool {
    var limits = PoolLimits()
    limits.connectionsMax = connectionsMax
    limits.connectTimeout = max(limits.connectTimeout, connectTimeout)
    limits.unavailableTimeout = connectTimeout
    return PostgresPool(configuration, limits: limits, on: loop)
  }

  /// Stops the private cluster; blocks until it has ended.
  func stop() {
    cluster?.stop()
  }
}

extension Database {
  /// Returns the guard that rejects posts while the disk of the private cluster is almost full; nil
  /// for a named database, whose disk is not monitored.
  func makeDiskGuard(log: Log) -> DiskGuard? {
    guard let cluster else { return nil }
    return DiskGuard(
      reserveBytes: diskReserveBytes,
      measure: { cluster.measureFreeBytes() },
      report: { event in
        switch event {
        case .startedRefusing(let freeBytes, let reserveBytes):
          log.write(
            .error, "disk space is below the reserve: refusing posts until space is freed",
            ["free_bytes": .integer(freeBytes ?? 0), "reserve_bytes": .integer(reserveBytes)])
        case .stoppedRefusing(let freeBytes, let reserveBytes):
          log.write(
            .notice, "disk space is above the reserve again: accepting posts",
            ["free_bytes": .integer(freeBytes ?? 0), "reserve_bytes": .integer(reserveBytes)])
        }
      })
  }
}
