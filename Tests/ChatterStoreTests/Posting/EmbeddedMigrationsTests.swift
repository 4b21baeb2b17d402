import ChatterStore
import Postgres
import TestSupport
import Testing

struct EmbeddedMigrationsTests {
  @Test func matchesTheFilesOfTheMigrationsDirectory() throws {
    let files = Repository.migrations
    #expect(!files.isEmpty)
    #expect(EmbeddedMigrations.all.map(\.fileName) == files.map(\.name))
    #expect(
      EmbeddedMigrations.all.map(\.sql) == (try files.map { try Repository.text(of: $0.path) }))
  }

  @Test func isNumberedWithoutGaps() throws {
    #expect(throws: Never.self) { try Migrator(EmbeddedMigrations.all) }
  }
}
