import Chatter
import Testing

@testable import ChatterStore
@testable import Postgres

struct TimelineErrorPostgresTests {
  static let away = TimelineError.unavailable(retryAfter: .seconds(1))

  static func server(_ state: String) -> PostgresError {
    .server(ServerError(sqlState: SQLState(rawValue: state), message: "quotes a secret"))
  }

  @Test(
    arguments: [
      (
        .unavailable(ConnectFailure(cause: .timedOut, message: "m"), retryAfter: .seconds(7)),
        .unavailable(retryAfter: .seconds(7)), true, false
      ),
      (.connectionLost(.unknown), away, true, true),
      (.connectionLost(.notApplied), away, true, false),
      (.timedOut(.unknown), .timedOut, true, true),
      (.timedOut(.notApplied), .timedOut, true, false),
      (.cancelled(.unknown), .cancelled, false, true),
      (.cancelled(.notApplied), .cancelled, false, false), (.poolExhausted, away, true, false),
      (.connectionBusy, away, true, false), (.closed, away, false, false),
    ] as [(PostgresError, TimelineError, Bool, Bool)])
  func mapsErrorsWithoutAServerResponse(
    error: PostgresError, meaning: TimelineError, mayPass: Bool, isUnknown: Bool
  ) {
    #expect(TimelineError(error) == meaning)
    #expect(error.mayPass == mayPass)
    #expect(error.leavesOutcomeUnknown == isUnknown)
    #expect(error.isAnothersFault == (error == .connectionLost(.notApplied)))
  }

  @Test(
    arguments: [
      "40001", "40P01", "53000", "53200", "53300", "57014", "57P01", "57P02", "57P03",
      "58000", "58030", "25006", "42P01", "55P03", "08000", "08006", "08P01", "40003",
    ])
  func mapsTemporaryStatesTo503(state: String) {
    let error = Self.server(state)
    #expect(TimelineError(error) == Self.away)
    #expect(error.mayPass)
    #expect(error.isAnothersFault == ["40001", "40P01"].contains(state))
    let unknown = ["57P01", "57P02", "57P03", "08000", "08006", "08P01", "40003"]
    #expect(error.leavesOutcomeUnknown == unknown.contains(state))
  }

  @Test func mapsAFullDiskToDatabaseFull() {
    let error = Self.server("53100")
    #expect(TimelineError(error) == .databaseFull)
    #expect(error.mayPass && !error.leavesOutcomeUnknown && !error.isAnothersFault)
  }

  @Test(arguments: [
    "22001", "22003", "22021", "22P02", "42501", "42703", "42601", "0A000", "XX000",
  ])
  func mapsOtherStatesTo500WithoutQuotingValues(state: String) {
    let error = Self.server(state)
    guard case .malformedResponse(let text) = TimelineError(error) else {
      Issue.record("\(TimelineError(error))")
      return
    }
    #expect(text.contains(state))
    if state.hasPrefix("22") || state.hasPrefix("XX") { #expect(!text.contains("secret")) }
    #expect(!error.mayPass && !error.leavesOutcomeUnknown)
  }

  @Test func blamesTheSenderForAViolatedCheck() {
    #expect(
      TimelineError(Self.server("23514"))
        == .refused("the chatt is too long for the database: shorten it"))
  }

  @Test func mapsInternalErrorsTo500() {
    let errors: [PostgresError] = [
      .decoding(column: 1, .malformed), .tooManyParameters(70_000), .rolledBack,
      .unexpectedResponse("COPY"),
    ]
    for error in errors {
      #expect(TimelineError(error) == .malformedResponse(error.description))
      #expect(!error.mayPass && !error.leavesOutcomeUnknown)
    }
  }
}
