import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct MigrateTests {
  static let files = Repository.migrations.map(\.name)

  private func migrate(_ database: TestDatabase, _ word: String) async throws -> ProgramRun {
    try await ProgramRun(
      Repository.program("chatterd"), ["migrate", word, "--database", database.url])
  }

  private func lines(_ word: String) -> String {
    Self.files.map { "\(word)  \($0)" }.joined(separator: "\n")
  }

  @Test func appliesPendingMigrationsOnce() async throws {
    let database = try await TestDatabase()
    #expect(try await migrate(database, "status").checked().text == lines("pending"))
    #expect(try await migrate(database, "up").checked().text == lines("applied"))
    #expect(try await migrate(database, "status").checked().text == lines("applied"))
    #expect(try await migrate(database, "up").checked().text == "nothing to apply")
    let server = try await ServerProcess(.shared(database))
    #expect(!server.program.errors.contains("migrated"))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func exitsWith78WhenAnAppliedFileWasChanged() async throws {
    let database = try await TestDatabase()
    _ = try await migrate(database, "up").checked()
    let columns = try await database.run(
      "select column_name from information_schema.columns where table_name = 'schema_migrations' and data_type = 'bytea'"
    )
    try await database.run("update schema_migrations set \(columns) = '\\x00'")
    let status = try await migrate(database, "status")
    #expect(status.text.contains("changed since it was applied"))
    #expect(try await migrate(database, "up").ending == .exited(78))
    let serve = try await ProgramRun(
      Repository.program("chatterd"),
      [
        "serve", "--listen", "127.0.0.1:0", "--database", database.url, "--data-dir",
        try TemporaryDirectory().path,
      ])
    #expect(serve.ending == .exited(78))
    #expect(serve.errors.contains("was changed after it was applied"))
  }

  /// A restart does not fix it.
  @Test func exitsWith78WithoutTheRightToCreateTables() async throws {
    let database = try await TestDatabase()
    let role = "poor_\(UInt32.random(in: 0 ... .max))"
    try await database.run("create role \(role) login; revoke create on schema public from public")
    var parts = try #require(URLComponents(string: database.url))
    parts.user = role
    let url = try #require(parts.string)
    let run = try await ProgramRun(
      Repository.program("chatterd"), ["migrate", "up", "--database", url])
    #expect(run.ending == .exited(78) && run.errors.contains("permission denied"))
    try await database.run("drop role \(role)")
  }
}
