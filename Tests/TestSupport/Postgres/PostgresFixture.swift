import Foundation
public import Postgres
public import System
import Testing

/// The event loop and the database that the tests of this module share.
public enum PostgresFixture {
  public static let loop: EventLoop = {
    do { return try EventLoop(name: "postgres-test") } catch { fatalError("\(error)") }
  }()

  /// The URL of the database; `.needs(.postgreSQL)` ensures that there is one.
  public static var url: String {
    ProcessInfo.processInfo.environment["CHATTERD_TEST_DATABASE"] ?? ""
  }

  public static func configuration(
    _ statements: PostgresConfiguration.Statements = .named(countMax: 8)
  ) -> PostgresConfiguration {
    PostgresConfiguration(connectionString: url, statements: statements)
  }

  /// A deadline for what is expected to succeed, even on a busy machine.
  public static var soon: Deadline { .after(hangTimeout) }

  /// Opens a connection, on its loop.
  public static func connect(
    to url: String = PostgresFixture.url,
    _ statements: PostgresConfiguration.Statements = .named(countMax: 8),
    on loop: EventLoop = PostgresFixture.loop
  ) async throws(PostgresError) -> PostgresConnection {
    try await PostgresConnection.connect(
      PostgresConfiguration(connectionString: url, statements: statements), on: loop, until: soon)
  }

  /// Runs the body on the loop with a new connection.
  @discardableResult
  public static func withConnection<Value: Sendable>(
    _ statements: PostgresConfiguration.Statements = .named(countMax: 8),
    to url: String = PostgresFixture.url, on loop: EventLoop = PostgresFixture.loop,
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    try await loop.run {
      let connection = try await connect(to: url, statements, on: loop)
      do {
        let value = try await body(connection)
        connection.close()
        return value
      } catch {
        connection.close()
        throw error
      }
    }
  }

  /// Runs a body whose statement sleeps in PostgreSQL, and lets its deadline pass meanwhile: that
  /// fails without a known outcome, closes the connection, and ends its session.
  public static func passDeadline(
    _ statements: PostgresConfiguration.Statements = .named(countMax: 8),
    _ body: @escaping @Sendable (PostgresConnection, Deadline) async throws -> Void
  ) async throws {
    try await onVirtualTime { loop, clock in
      let connection = try await connect(to: url, statements, on: loop)
      let observer = try await connect(to: url, on: loop)
      let process = connection.backendProcess
      let deadline = Deadline.after(.seconds(1))
      let running = loop.start(connection) { connection async throws in
        try await body(connection, deadline)
      }
      let session: SQL = "select count(*) from pg_stat_activity where pid = \(process)"
      while try await observer.value(Int.self, "\(session) and wait_event = 'PgSleep'") == 0 {}
      try await clock.advance(by: .seconds(2))
      await #expect(throws: PostgresError.timedOut(.unknown)) { try await running.value }
      #expect(connection.isClosed)
      while try await observer.value(Int.self, session) > 0 {}
      observer.close()
    }
  }
}

extension PostgresConnection {
  /// Returns the first value of a statement's first row.
  public func value<Value: PostgresDecodable>(_ type: Value.Type, _ statement: SQL)
    async throws(PostgresError) -> Value
  {
    try await query(statement, until: PostgresFixture.soon)[0].decode(type, at: 0)
  }
}

/// The codes that only tests name.
extension SQLState {
  public static let notNullViolation = SQLState(rawValue: "23502")
  public static let foreignKeyViolation = SQLState(rawValue: "23503")
  public static let invalidTextRepresentation = SQLState(rawValue: "22P02")
  public static let characterNotInRepertoire = SQLState(rawValue: "22021")
  public static let syntaxError = SQLState(rawValue: "42601")
  public static let adminShutdown = SQLState(rawValue: "57P01")
  public static let cannotConnectNow = SQLState(rawValue: "57P03")
}
