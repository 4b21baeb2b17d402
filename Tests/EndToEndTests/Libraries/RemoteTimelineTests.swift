import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct RemoteTimelineTests {
  @Test(arguments: TimelineContract.clauses)
  func fulfilsTheTimelineContract(clause: TimelineContract.Clause) async throws {
    try await clause.check(on: RemoteTimeline(ServerProcess.required().asServer()))
  }
}
