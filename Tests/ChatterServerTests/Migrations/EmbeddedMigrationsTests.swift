import ChatterServer
import Postgres
import TestSupport
import Testing

@Suite("The embedded migrations (need nothing)")
struct EmbeddedMigrationsTests {
  @Test("the program carries exactly the files of migrations/")
  func sameAsFiles() throws {
    let files = try Repository.files(under: "migrations", ending: ".sql").map { path in
      let name = String(path.dropFirst("migrations/".count))
      return try #require(Migration(fileName: name, sql: Repository.text(of: path)))
    }
    #expect(!files.isEmpty)
    #expect(EmbeddedMigrations.all == files, "run scripts/embed-migrations")
  }

  @Test("they are numbered without gaps")
  func numbering() throws {
    #expect(throws: Never.self) { try Migrator(EmbeddedMigrations.all) }
  }
}
