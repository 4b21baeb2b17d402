import Testing

@testable import ChatterDaemon
@testable import Postgres

struct VerbErrorDatabaseTests {
  private func server(_ state: String) -> ServerError {
    ServerError(sqlState: SQLState(rawValue: state), message: "permission denied for table chatts")
  }

  @Test(
    arguments: [
      ("42P01", "run chatterd migrate up", ExitCode.configuration),
      ("42703", "run chatterd migrate up", .configuration),
      ("42P07", "choose an empty database", .configuration),
      ("42501", "permission denied for table chatts: grant", .configuration),
      ("25006", "choose the primary", .temporary), ("53100", "free space", .temporary),
      ("57014", "run the command again", .temporary), ("XX000", "log of PostgreSQL", .temporary),
    ])
  func saysWhatToDo(state: String, advice: String, code: ExitCode) throws {
    let error = try #require(VerbError(PostgresError.server(server(state)), in: "a on b:5432"))
    #expect(error.description.hasPrefix("a on b:5432: ") && error.description.contains(advice))
    #expect(!error.description.contains("SQLSTATE") && ExitCode(error) == code)
    let failed = try #require(
      VerbError(MigrationError.failed(file: "1.sql", server(state)), in: "a"))
    #expect(failed.description.contains("1.sql failed and was rolled back"))
  }

  /// A framework may have a table `schema_migrations`, too.
  @Test func findsTablesOfAnotherProgram() throws {
    let error = PostgresError.decoding(column: 1, .null)
    #expect(VerbError(error, in: "a") == .configuration("a: \(VerbError.noTables)"))
    let migration = try #require(
      VerbError(MigrationError.database(.server(server("42703"))), in: "a"))
    #expect(migration.description.contains("choose an empty database"))
  }

  @Test func leavesErrorsThatExplainThemselves() {
    #expect(VerbError(PostgresError.timedOut(.notApplied), in: "a") == nil)
    #expect(VerbError(MigrationError.lockTimedOut, in: "a") == nil)
    #expect(VerbError(VerbError.data("x"), in: "a") == nil)
  }
}
