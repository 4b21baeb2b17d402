import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct TestDatabaseTests {
  @Test func createsSeparateEmptyDatabasesInUTF8() async throws {
    let first = try await TestDatabase()
    let second = try await TestDatabase()
    try await first.run("create table facts (fact text)")
    try await first.run("insert into facts values ('ä|b'), ('c')")
    #expect(try await first.run("select fact from facts order by 1 desc") == "ä|b\nc")
    #expect(try await second.run("select count(*) from pg_tables where tablename = 'facts'") == "0")
  }

  @Test func throwsForInvalidSQL() async throws {
    let database = try await TestDatabase()
    await #expect(throws: ProgramError.self) { try await database.run("selec 1") }
  }

  @Test func dropsADatabaseWithItsLastReference() async throws {
    let watcher = try await TestDatabase()
    var database: TestDatabase? = try await TestDatabase()
    let name = try #require(database).name
    database = nil
    let isThere = "select count(*) from pg_database where datname = '\(name)'"
    try await eventually { try await watcher.run(isThere) == "0" }
  }
}
