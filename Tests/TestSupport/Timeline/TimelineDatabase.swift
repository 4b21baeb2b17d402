import Chatter
public import ChatterStore
import Foundation
public import Postgres
public import System
import Testing

/// A database with the schema, and timelines on it.
public final class TimelineDatabase: Sendable {
  public let database: TestDatabase

  /// The loops of all tests of this module.
  public static let loops: [EventLoop] = {
    do {
      return [try EventLoop(name: "timeline 0"), try EventLoop(name: "timeline 1")]
    } catch {
      fatalError("\(error)")
    }
  }()

  /// A database for tests that do not depend on what others post.
  public static func shared() async throws -> TimelineDatabase { try await sharedTask.value }

  private static let sharedTask = Task { try await TimelineDatabase() }

  /// Creates a database, by default with its schema.
  public init(isMigrated: Bool = true) async throws {
    database = try await TestDatabase()
    if isMigrated { try await migrate() }
  }

  public func migrate() async throws { try await Self.migrate(database.url) }

  public static func migrate(_ url: String) async throws {
    let configuration = PostgresConfiguration(connectionString: url)
    let loop = loops[0]
    _ = try await loop.run {
      let connection = try await PostgresConnection.connect(
        configuration, on: loop, until: .after(hangTimeout))
      let applied = try await Migrator(EmbeddedMigrations.all)
        .apply(on: connection, until: .after(hangTimeout))
      connection.close()
      return applied.count
    }
  }

  /// Runs a body on a loop, with a timeline that has its own pool.
  @discardableResult
  public func withTimeline<Value: Sendable>(
    url: String? = nil, on loop: EventLoop = TimelineDatabase.loops[0],
    statements: PostgresConfiguration.Statements = .named(countMax: 8),
    poolLimits: PoolLimits = PoolLimits(connectionsMax: 4, unavailableTimeout: .milliseconds(200)),
    postTimeout: Duration = .seconds(20),
    observe: @escaping @Sendable (PostgresError) -> Void = { _ in },
    _ body: @escaping @Sendable (PostgresTimeline) async throws -> Value
  ) async throws -> Value {
    let configuration = PostgresConfiguration(
      connectionString: url ?? database.url, statements: statements)
    return try await loop.run {
      let pool = PostgresPool(configuration, limits: poolLimits, on: loop)
      let timeline = PostgresTimeline(pool, postTimeout: postTimeout, observe: observe)
      do {
        let value = try await body(timeline)
        await pool.close(until: .after(.seconds(5)))
        return value
      } catch {
        await pool.close(until: .after(.seconds(5)))
        throw error
      }
    }
  }

  /// Runs SQL, and returns the output of psql.
  @discardableResult
  public func run(_ sql: String) async throws -> String { try await database.run(sql) }

  /// Returns SQL that inserts rows in one transaction.
  public static func fill(_ count: Int) -> String {
    """
    insert into chatts (id, username, message)
    select gen_random_uuid(), 'ada', 'a message of ordinary length, number ' || i
    from generate_series(1, \(count)) i
    """
  }

  /// The number of stored chatts.
  public func count() async throws -> Int? { Int(try await run("select count(*) from chatts")) }

  /// Waits until this many sessions of the database wait for a lock.
  public func waitForLockWaiters(_ count: Int) async throws {
    let sql = """
      select count(*) >= \(count) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
      """
    try await wait(until: sql)
  }

  /// Waits until a query returns true.
  public func wait(until sql: String) async throws {
    try await eventually { try await run(sql) == "t" }
  }
}

extension TimelineDatabase {
  /// Forbids connections and ends every session, as if the server were stopped, or undoes that.
  public func setConnectable(_ isConnectable: Bool) async throws {
    let components = database.url.split(separator: "?", maxSplits: 1)
    let server = "postgresql://chatterd@/postgres?" + (components.last ?? "")
    let sql = [
      "alter database \(database.name) allow_connections \(isConnectable)",
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity "
        + "where datname = '\(database.name)'",
    ]
    for statement in sql {
      _ = try await ProgramRun("psql", ["-X", "-q", "-d", server, "-c", statement]).checked()
    }
  }

  /// Expects `unavailable` with any delay, of a post or of a read.
  public func expectUnavailable<Value>(_ body: () async throws -> Value) async {
    await #expect {
      _ = try await body()
    } throws: { error in
      switch error {
      case TimelineError.unavailable, ReadError.unavailable: true
      default: false
      }
    }
  }
}

/// The errors that a timeline has observed.
public final class ErrorRecord: Sendable {
  private let errors = Lock<[PostgresError]>([])

  public init() {}

  public func append(_ error: PostgresError) { errors.withLock { $0.append(error) } }

  public var all: [PostgresError] { errors.withLock { $0 } }
}
