import Testing

@testable import Postgres

@Suite struct MigrationTests {
  @Test func parsesAndFormatsFileNames() throws {
    let migration = try #require(Migration(fileName: "0012-add-audio.sql", sql: "select 1"))
    #expect(migration.number == 12)
    #expect(migration.name == "add-audio")
    #expect(migration.fileName == "0012-add-audio.sql")
  }

  @Test(
    arguments: [
      "", "0001.sql", "1-a.sql", "00001-a.sql", "0000-a.sql", "0001-a.txt", "000x-a.sql", "-a.sql",
      "+001-a.sql",
    ])
  func ignoresOtherFileNames(_ name: String) {
    #expect(Migration(fileName: name, sql: "") == nil)
  }

  @Test func requiresNumbersWithoutGaps() throws {
    let (one, three) = (
      Migration(number: 1, name: "a", sql: ""), Migration(number: 3, name: "c", sql: "")
    )
    #expect(try Migrator([one]).migrations == [one])
    #expect(throws: MigrationError.numbering(expected: 2, found: "0003-c.sql")) {
      try Migrator([one, three])
    }
  }
}
