import Testing

@testable import Postgres

@Suite struct PostgresErrorTests {
  @Test("a description tells when the outcome is unknown")
  func outcome() {
    #expect(!PostgresError.timedOut(.notApplied).description.contains("unknown"))
    #expect(PostgresError.connectionLost(.unknown).description.hasSuffix("is unknown"))
  }

  @Test(
    "every case is a sentence of its own",
    arguments: [
      PostgresError.unavailable(ConnectFailure(cause: .timedOut, message: "m"), retryAfter: .zero),
      .cancelled(.unknown), .poolExhausted, .closed, .decoding(column: 1, .null),
      .decoding(column: 1, .noSuchColumn(count: 1)), .decoding(column: 1, .malformed),
      .decoding(column: 1, .typeMismatch(.bool)), .tooManyParameters(70_000), .connectionBusy,
      .rolledBack, .unexpectedResponse("COPY"),
    ])
  func sentences(_ error: PostgresError) {
    #expect(error.description.split(separator: " ").count >= 3)
    #expect(error.sqlState == nil)
  }

  @Test("the server's state can be asked for")
  func state() {
    let error = PostgresError.server(ServerError(sqlState: .checkViolation, message: ""))
    #expect(error.sqlState == .checkViolation)
  }
}
