import Testing

@testable import ChatterDaemon

struct ServerMetricsTests {
  @Test(arguments: [
    (200, ServerMetrics.Outcome.stored), (201, .stored), (422, .refused), (429, .refused),
    (503, .failed), (504, .unknown), (507, .failed),
  ])
  func tellsTheOutcomeOfAPostByItsStatus(_ status: Int, _ outcome: ServerMetrics.Outcome) {
    #expect(ServerMetrics.Outcome(status: status) == outcome)
  }
}
