import Testing

@testable import Postgres

struct PostgresErrorTests {
  @Test func statesWhenTheOutcomeIsUnknown() {
    #expect(!PostgresError.timedOut(.notApplied).description.contains("unknown"))
    #expect(PostgresError.connectionLost(.unknown).description.hasSuffix("is unknown"))
  }

  @Test(
    arguments: [
      PostgresError.unavailable(ConnectFailure(cause: .timedOut, message: "m"), retryAfter: .zero),
      .cancelled(.unknown), .poolExhausted, .closed, .decoding(column: 1, .null),
      .decoding(column: 1, .noSuchColumn(count: 1)), .decoding(column: 1, .malformed),
      .decoding(column: 1, .typeMismatch(.bool)), .tooManyParameters(70_000), .connectionBusy,
      .rolledBack, .unexpectedResponse("COPY"),
    ])
  func describesEveryCase(_ error: PostgresError) {
    #expect(error.description.split(separator: " ").count >= 3)
    #expect(error.sqlState == nil)
  }
}
