import ChatterServer
import EventLoop
import Testing
import WebServer

@testable import ChatterDaemon

struct ServerMetricsTests {
  @Test func countsRefusalsByEndpointAndReason() {
    let metrics = ServerMetrics()
    for _ in 0..<2 {
      metrics.record(ServiceEvent.refused(.postAudio, reason: "invalid-clip"))
    }
    metrics.record(ServiceEvent.failed("x"))
    metrics.record(ServiceEvent.rowsSkipped(3))
    #expect(
      metrics.counts.refusals == [.init(endpoint: .postAudio, reason: "invalid-clip"): 2])
    #expect(metrics.counts.skippedRows == 3)
  }

  @Test func countsWhatHappensToConnections() {
    let metrics = ServerMetrics()
    metrics.record(ServerEvent.handshakeCompleted(version: "TLSv1.3", isResumed: true))
    metrics.record(ServerEvent.handshakeFailed(remoteAddress: "192.0.2.1", reason: "x"))
    metrics.record(ServerEvent.addressRefused(remoteAddress: "192.0.2.1"))
    metrics.record(ServerEvent.floodStopped(remoteAddress: "192.0.2.1", reason: "x"))
    metrics.record(ServerEvent.proxyHeaderRefused(remoteAddress: "192.0.2.1", reason: "x"))
    metrics.record(ServerEvent.acceptPaused(reason: "x"))
    let counts = metrics.counts
    #expect(counts.handshakes == [.init(version: "TLSv1.3", isResumed: true): 1])
    #expect(counts.handshakeFailures == 1)
    #expect(counts.closed == [.address: 1, .flood: 1, .proxy: 1])
    #expect(counts.acceptPauses == 1)
  }

  @Test func countsCommitsAndStatements() {
    let metrics = ServerMetrics()
    metrics.recordCommit(of: 3)
    metrics.recordStatements(lasting: .milliseconds(2))
    metrics.recordDatabaseFailure("timed-out")
    let counts = metrics.counts
    #expect(counts.commits.count == 1 && counts.commits.sum == 3)
    #expect(counts.statements.counts[2] == 1)
    #expect(counts.databaseFailures == ["timed-out": 1])
  }

  @Test(arguments: [
    (200, ServerMetrics.Outcome.stored), (201, .stored), (422, .refused), (429, .refused),
    (503, .failed), (504, .unknown), (507, .failed),
  ])
  func tellsTheOutcomeOfAPostByItsStatus(_ status: Int, _ outcome: ServerMetrics.Outcome) {
    #expect(ServerMetrics.Outcome(status: status) == outcome)
  }
}
