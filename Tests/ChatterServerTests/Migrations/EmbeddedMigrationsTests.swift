import ChatterServer
import Postgres
import TestSupport
import Testing

@Suite("The embedded migrations (need nothing)")
struct EmbeddedMigrationsTests {
  @Test func matchesTheFilesOfTheMigrationsDirectory() throws {
    let files = try Repository.files(under: "migrations", ending: ".sql").map { path in
      let name = String(path.dropFirst("migrations/".count))
      return try #require(Migration(fileName: name, sql: Repository.text(of: path)))
    }
    #expect(!files.isEmpty)
    #expect(EmbeddedMigrations.all == files, "run scripts/embed-migrations")
  }

  @Test func isNumberedWithoutGaps() throws {
    #expect(throws: Never.self) { try Migrator(EmbeddedMigrations.all) }
  }
}
