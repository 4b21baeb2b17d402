import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

@Suite(.needs(.postgreSQL))
struct ListReaderContractTests {
  @Test(
    arguments: TimelineContract.clauses,
    [PostgresConfiguration.Statements.named(countMax: 8), .unnamed])
  func fulfilsTheContract(
    clause: TimelineContract.Clause, statements: PostgresConfiguration.Statements
  ) async throws {
    try await TimelineDatabase.shared()
      .withServer(statements: statements) { try await clause.check(on: $0) }
  }
}
