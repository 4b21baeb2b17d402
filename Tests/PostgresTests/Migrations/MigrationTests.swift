import Testing

@testable import Postgres

struct MigrationTests {
  @Test func formatsFileNames() {
    #expect(Migration(number: 12, name: "add-audio", sql: "").fileName == "0012-add-audio.sql")
    #expect(Migration(number: 12_345, name: "a", sql: "").fileName == "12345-a.sql")
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
