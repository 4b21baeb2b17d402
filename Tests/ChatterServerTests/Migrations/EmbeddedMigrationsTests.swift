import ChatterServer
import Postgres
import TestSupport
import Testing

@Suite("The embedded migrations (need nothing)")
struct EmbeddedMigrationsTests {
  @Test func matchesTheFilesOfTheMigrationsDirectory() throws {
    let files = try Repository.files(under: "migrations", ending: ".sql").map { path in
      (name: String(path.dropFirst("migrations/".count)), sql: try Repository.text(of: path))
    }
    #expect(!files.isEmpty)
    #expect(
      EmbeddedMigrations.all.map(\.fileName) == files.map(\.name), "run scripts/embed-migrations")
    #expect(EmbeddedMigrations.all.map(\.sql) == files.map(\.sql), "run scripts/embed-migrations")
  }

  @Test func isNumberedWithoutGaps() throws {
    #expect(throws: Never.self) { try Migrator(EmbeddedMigrations.all) }
  }
}
