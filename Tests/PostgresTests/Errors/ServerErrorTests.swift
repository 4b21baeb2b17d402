import TestSupport
import Testing

@testable import Postgres

struct ServerErrorTests {
  @Test func hidesMessagesThatMayQuoteValues() {
    let error = ServerError(
      sqlState: .invalidTextRepresentation, message: "invalid input syntax: \"secret\"")
    #expect(error.description == "SQLSTATE 22P02")
  }

  @Test func describesObjectNamesAndPlainMessages() {
    let error = ServerError(
      sqlState: .uniqueViolation, message: "duplicate key", constraint: "chatts_pkey",
      table: "chatts", column: "id")
    #expect(
      error.description
        == "SQLSTATE 23505, table chatts, column id, constraint chatts_pkey: duplicate key")
    #expect(error.sqlState.category == "23")
  }
}
