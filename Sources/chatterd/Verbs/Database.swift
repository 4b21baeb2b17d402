import ChatterServer
import Postgres
import Sockets

/// The database of a server: named by somebody, or a private cluster that lives as long as we do.
struct Database: Sendable, CustomStringConvertible {
  /// How long migrations may take, the wait for another server's included.
  private static let migrationTimeout = Duration.seconds(600)

  let configuration: PostgresConfiguration
  let description: String
  let cluster: PrivateCluster?
  /// Free disk space that posts leave in the private cluster's file system.
  let diskReserveBytes: Int
  private let wait: Duration

  /// Whether it is our own cluster, on which no other server is.
  var isPrivate: Bool { cluster != nil }

  /// Starts the private cluster if one is chosen; it blocks until that is ready.
  static func start(_ options: DatabaseOptions, storage: StorageOptions? = nil, log: Log)
    async throws -> Database
  {
    var cluster: PrivateCluster?
    var diskReserveBytes = 0
    if case .privateCluster(let directory) = options.choice {
      try DataDirectory.make(directory)
      diskReserveBytes = (storage ?? StorageOptions())
        .diskReserveBytes(on: FileSystemSpace(of: directory))
      cluster = try startCluster(in: directory, reserveBytes: diskReserveBytes, log: log)
    }
    let configuration = PostgresConfiguration(
      connectionString: cluster?.connectionString ?? options.choice.connectionString ?? "",
      statements: options.usesNamedStatements ? .named(countMax: 64) : .unnamed)
    return Database(
      configuration: configuration, description: options.choice.description, cluster: cluster,
      diskReserveBytes: diskReserveBytes, wait: options.wait)
  }

  private static func startCluster(in directory: String, reserveBytes: Int, log: Log) throws
    -> PrivateCluster
  {
    do throws(PrivateClusterError) {
      let cluster = try PrivateCluster.start(
        .init(directory: directory + "/postgresql", spareBytes: 2 * reserveBytes))
      log.info(
        cluster.didTakeOver ? "took over the running private cluster" : "private cluster started",
        ["version": .integer(cluster.version)])
      cluster.supervise { event in
        switch event {
        case .restarted: log.warning("the private cluster had died and was started again")
        case .restartFailed(let error, let delay):
          log.error(
            "the private cluster cannot be started",
            ["reason": "\(error)", "retry_in_ms": .duration(delay)])
        case .unwatched(let code):
          log.error("no thread watches the private cluster", ["errno": .integer(Int(code))])
        }
      }
      return cluster
    } catch {
      throw error.isPermanent ? VerbError.configuration("\(error)") : .temporary("\(error)")
    }
  }

  /// Brings the schema up to date and returns the names of the files that were applied.
  func migrate(on loop: EventLoop) async throws -> [String] {
    do {
      return try await withConnection(on: loop) { connection in
        try await Migrator(EmbeddedMigrations.all)
          .apply(on: connection, until: .after(Self.migrationTimeout)).map(\.fileName)
      }
    } catch let error as MigrationError {
      throw Self.verbError(error)
    }
  }

  private static func verbError(_ error: MigrationError) -> VerbError {
    switch error {
    case .lockTimedOut: return .temporary("\(error)")
    case .database(let error):
      // What the role may not do, and a schema that is not there, somebody has to mend.
      let isPermanent = ["42", "3F"].contains(error.sqlState?.category)
      return isPermanent ? .configuration("\(error)") : .temporary("\(error)")
    default: return .configuration("\(error)")
    }
  }

  /// What of the schema is there.
  func migrationStatus(on loop: EventLoop) async throws -> [MigrationStatus] {
    do {
      return try await withConnection(on: loop) { connection in
        try await Migrator(EmbeddedMigrations.all)
          .status(on: connection, until: .after(Self.migrationTimeout))
      }
    } catch let error as MigrationError {
      throw Self.verbError(error)
    }
  }

  private func withConnection<Value: Sendable>(
    on loop: EventLoop, _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    let (configuration, wait) = (configuration, wait)
    return try await loop.run {
      let connection: PostgresConnection
      do throws(PostgresError) {
        connection = try await PostgresConnection.connect(
          configuration, on: loop, until: .after(wait))
      } catch {
        if case .unavailable(let failure, _) = error, failure.isPermanent {
          throw VerbError.configuration("\(error)")
        }
        throw VerbError.temporary("\(error)")
      }
      do {
        let value = try await body(connection)
        await connection.close()
        return value
      } catch {
        await connection.close()
        throw error
      }
    }
  }

  func makePool(on loop: EventLoop, connectionsMax: Int, log: Log) -> PostgresPool {
    var limits = PoolLimits()
    limits.connectionsMax = connectionsMax
    limits.connectWaitMax = max(limits.connectWaitMax, wait)
    limits.awayWaitMax = wait
    return PostgresPool(configuration, limits: limits, on: loop)
  }

  /// Stops the private cluster; it blocks until that has ended.
  func stop() {
    cluster?.stop()
  }
}
