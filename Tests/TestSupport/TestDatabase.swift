import Foundation

/// A new empty database, dropped when the last reference is released.
///
/// It is created on the PostgreSQL server that `CHATTERD_TEST_DATABASE` names, which `make test`
/// starts.
public final class TestDatabase: Sendable {
  public let name: String
  /// The `postgresql://` URL of the database, for a superuser.
  public let url: String

  public init() async throws {
    let name = "test_" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let server = try Self.serverURL()
    // Copying files takes a third less than PostgreSQL's default, which writes them to its log.
    try await Self.run("create database \(name) strategy file_copy", at: server)
    self.name = name
    url = try Self.url(of: name, at: server)
  }

  deinit {
    let drop = "drop database if exists \(name) with (force)"
    // Nothing waits for this task: databases that are not dropped are removed with the cluster.
    Task.detached { try? await Self.run(drop, at: Self.serverURL()) }
  }

  /// Runs SQL through `psql`, and returns its output: one line per row, with `|` between columns.
  @discardableResult
  public func run(_ sql: String) async throws -> String { try await Self.run(sql, at: url) }

  /// Rejects new connections, and terminates existing ones.
  public func close() async throws {
    try await Self.run("alter database \(name) allow_connections false", at: Self.serverURL())
    try await terminateSessions()
  }

  /// Undoes `close()`.
  public func open() async throws {
    try await Self.run("alter database \(name) allow_connections true", at: Self.serverURL())
  }

  /// Terminates all sessions.
  public func terminateSessions() async throws {
    try await Self.run(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '\(name)'",
      at: Self.serverURL())
  }

  /// Returns the URL of the server that the tests may use.
  static func serverURL() throws(NeedError) -> String {
    guard let url = ProcessInfo.processInfo.environment["CHATTERD_TEST_DATABASE"], !url.isEmpty
    else {
      throw NeedError(
        description: """
          this test needs a PostgreSQL and CHATTERD_TEST_DATABASE does not name one: \
          run `make test`, or one command through `scripts/with-postgres`
          """)
    }
    return url
  }

  /// Returns the URL with another database name.
  static func url(of database: String, at server: String) throws(NeedError) -> String {
    guard var parts = URLComponents(string: server), parts.scheme?.hasPrefix("postgres") == true
    else { throw NeedError(description: "CHATTERD_TEST_DATABASE is not a postgresql:// URL") }
    parts.path = "/" + database
    guard let url = parts.string else { throw NeedError(description: "no URL for \(database)") }
    return url
  }

  @discardableResult
  private static func run(_ sql: String, at url: String) async throws -> String {
    try await ProgramRun(
      "psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", sql]
    ).checked().text
  }
}
