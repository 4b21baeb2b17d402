import EventLoop
import TestSupport
import Testing

@testable import Postgres

@Suite(.needs(.postgreSQL)) struct CancelKeyTests {
  @Test func cancelsTheRunningStatement() async throws {
    try await Fixture.withConnection(.unnamed) { connection async throws in
      let sleeping = Fixture.loop.start(connection) { connection async throws in
        try await connection.query("select pg_sleep(60)", until: Fixture.soon).count
      }
      let stop = Fixture.loop.start(connection) { connection async throws in
        // A request that overtakes the statement is lost, so it is repeated.
        while !Task.isCancelled {
          connection.makeCancelKey()?.request(on: Fixture.loop)
          try await Fixture.loop.sleep(until: .after(.milliseconds(20)))
        }
      }
      do throws(any Error) {
        _ = try await sleeping.value
        Issue.record("the statement was not cancelled")
      } catch {
        #expect((error as? PostgresError)?.sqlState == .queryCanceled)
      }
      stop.cancel()
      _ = await stop.result
    }
  }
}

extension PostgresConnection {
  fileprivate func makeCancelKey() -> CancelKey? { handle?.makeCancelKey() }
}
