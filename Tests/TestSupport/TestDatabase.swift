import Foundation

/// An empty database of its own, dropped when the last reference goes.
///
/// It is made in the PostgreSQL that `CHATTERD_TEST_DATABASE` names, which `make test` starts.
public final class TestDatabase: Sendable {
  public let name: String
  /// A `postgresql://` URL of it, for a superuser.
  public let url: String

  public init() async throws {
    let name = "test_" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let server = try Self.serverURL()
    try await Self.run("create database \(name)", at: server)
    self.name = name
    url = try Self.url(of: name, at: server)
  }

  deinit {
    let drop = "drop database if exists \(name) with (force)"
    // Nobody waits for it: what is left over goes with the cluster.
    Task.detached { try? await Self.run(drop, at: Self.serverURL()) }
  }

  /// Runs SQL in it through `psql`, and returns what that prints: a line a row, `|` between columns.
  @discardableResult
  public func run(_ sql: String) async throws -> String { try await Self.run(sql, at: url) }

  /// Lets nobody in any more, and cuts off who is in it.
  public func close() async throws {
    try await Self.run("alter database \(name) allow_connections false", at: Self.serverURL())
    try await terminateSessions()
  }

  /// Undoes `close()`.
  public func open() async throws {
    try await Self.run("alter database \(name) allow_connections true", at: Self.serverURL())
  }

  /// Cuts off who is in it.
  public func terminateSessions() async throws {
    try await Self.run(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '\(name)'",
      at: Self.serverURL())
  }

  /// The URL of the server that the tests may use.
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

  /// The URL with another database's name in it.
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
