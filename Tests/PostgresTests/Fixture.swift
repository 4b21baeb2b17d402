import Foundation
import Postgres
import EventLoop

/// What the tests of this module share: one loop, and the way to a database.
enum Fixture {
  static let loop: EventLoop = {
    do { return try EventLoop(name: "postgres-test") } catch { fatalError("\(error)") }
  }()

  /// The database that `.needs(.postgreSQL)` has made sure of.
  static var url: String {
    ProcessInfo.processInfo.environment["CHATTERD_TEST_DATABASE"] ?? ""
  }

  static func configuration(
    _ statements: PostgresConfiguration.Statements = .named(countMax: 8)
  ) -> PostgresConfiguration {
    PostgresConfiguration(connectionString: url, statements: statements)
  }

  /// Enough for anything that is expected to succeed, on a busy machine.
  static var soon: Deadline { .after(.seconds(30)) }

  /// Runs the body on the loop with a connection of its own.
  static func withConnection<Value: Sendable>(
    _ statements: PostgresConfiguration.Statements = .named(countMax: 8),
    on loop: EventLoop = Fixture.loop,
    _ body: @escaping @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    try await loop.run {
      let connection = try await PostgresConnection.connect(
        configuration(statements), on: loop, until: soon)
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

  /// How many descriptors this process has open.
  static var descriptorCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
  }
}

extension PostgresConnection {
  /// The single value of a statement's first row.
  func value<Value: PostgresDecodable>(_ type: Value.Type, _ statement: SQL)
    async throws(PostgresError) -> Value
  {
    try await query(statement, until: Fixture.soon)[0].decode(type, at: 0)
  }
}
