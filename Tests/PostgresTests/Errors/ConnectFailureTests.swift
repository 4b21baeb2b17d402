import TestSupport
import Testing

@testable import Postgres

struct ConnectFailureTests {
  @Test func readsTheSQLStateInAnyLanguage() {
    let failure = ConnectFailure(
      libpqMessage: """
        connection to server on socket "/x/.s.PGSQL.5432" failed: FATAL:  3D000: database "nix" \
        does not exist
        LOCATION:  InitPostgres, postinit.c:987

        """)
    #expect(failure.cause == .refused(.invalidCatalogName))
    #expect(failure.message == "database \"nix\" does not exist")
    #expect(failure.isPermanent)
    let busy = ConnectFailure(libpqMessage: "SCHWERWIEGEND:  57P03: fährt hoch\n")
    #expect(busy.cause == .refused(.cannotConnectNow))
    #expect(!busy.isPermanent)
  }

  @Test func reportsTheFailureOfTheFirstStatement() {
    func cause(_ error: PostgresError) -> ConnectFailure.Cause {
      ConnectFailure(firstStatement: error).cause
    }
    let error = ServerError(sqlState: .cannotConnectNow, message: "m")
    #expect(cause(.server(error)) == .refused(.cannotConnectNow))
    #expect(cause(.timedOut(.unknown)) == .timedOut)
    #expect(cause(.connectionLost(.unknown)) == .unreachable)
  }

  @Test func treatsAMessageWithoutSQLStateAsUnreachable() {
    let failure = ConnectFailure(
      libpqMessage: """
        connection to server at "127.0.0.1", port 54321 failed: Connection refused
        \tIs the server running on that host and accepting TCP/IP connections?

        """)
    #expect(failure.cause == .unreachable)
    #expect(
      failure.message
        == "connection to server at \"127.0.0.1\", port 54321 failed: Connection refused")
    #expect(ConnectFailure(libpqMessage: "").cause == .unreachable)
  }
}
