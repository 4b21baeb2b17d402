import Testing

@testable import Postgres

@Suite struct ServerErrorTests {
  @Test("a message that may quote a value is left out of the description")
  func discreet() {
    let error = ServerError(
      sqlState: .invalidTextRepresentation, message: "invalid input syntax: \"secret\"")
    #expect(error.description == "SQLSTATE 22P02")
  }

  @Test("names of objects and plain messages are told")
  func frank() {
    let error = ServerError(
      sqlState: .uniqueViolation, message: "duplicate key", constraint: "chatts_pkey",
      table: "chatts", column: "id")
    #expect(
      error.description
        == "SQLSTATE 23505, table chatts, column id, constraint chatts_pkey: duplicate key")
    #expect(error.sqlState.category == "23")
  }
}
