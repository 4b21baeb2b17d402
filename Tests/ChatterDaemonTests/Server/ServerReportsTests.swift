import Glibc
import Postgres
import System
import TestSupport
import Testing
import WebServer

@testable import ChatterDaemon
@testable import ChatterServer

struct ServerReportsTests {
  /// Returns the counts after a body.
  private func counts(_ body: (ServerReports) -> Void) throws -> ServerMetrics.State {
    let loop = try EventLoop(name: "reports")
    defer { loop.stop() }
    let reports = ServerReports(Log(level: .error, format: .text), on: loop)
    body(reports)
    return reports.metrics.counts
  }

  @Test func countRefusalsByEndpointAndReason() throws {
    let counts = try counts { reports in
      for _ in 0..<2 { reports.report(.refused(.postAudio, reason: "invalid-clip")) }
      reports.report(.rowsSkipped(3))
      reports.observeDatabase(.cancelled(.notApplied))
    }
    #expect(counts.refusals.filter { $0.value > 0 } == [["postaudio", "invalid-clip"]: 2])
    #expect(counts.refusals[["postchatt", "database-unavailable"]] == 0, "before the first one")
    #expect(counts.skippedRows == 3)
    #expect(counts.databaseFailures == [.cancelled: 1])
  }

  @Test func sayOnceThatTheDatabaseIsBack() throws {
    let loop = try EventLoop(name: "reports")
    defer { loop.stop() }
    let directory = try TemporaryDirectory()
    let file = unsafe open(directory.path(of: "log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    let reports = ServerReports(
      Log(level: .notice, format: .text, descriptor: file), on: loop)
    reports.databaseResponded()
    reports.observeDatabase(.connectionLost(.notApplied))
    for _ in 0..<3 { reports.databaseResponded() }
    let text = String(decoding: try directory.bytes(of: "log"), as: UTF8.self)
    #expect(text.split(separator: "the database responds again").count == 2, "\(text)")
  }

  @Test func countWhatHappensToConnections() throws {
    let counts = try counts { reports in
      reports.observe(.handshakeCompleted(version: "TLSv1.3", isResumed: true))
      reports.observe(.handshakeFailed(remoteAddress: "192.0.2.1", reason: "x"))
      reports.observe(.addressRefused(remoteAddress: "192.0.2.1"))
      reports.observe(.floodStopped(remoteAddress: "192.0.2.1", reason: "x"))
      reports.observe(.proxyHeaderRefused(remoteAddress: "192.0.2.1", reason: "x"))
      reports.observe(.acceptPaused(reason: "x"))
    }
    #expect(counts.handshakes == [["TLSv1.3", "true"]: 1])
    #expect(counts.handshakeFailures == 1)
    #expect(counts.closed == [.address: 1, .flood: 1, .proxy: 1])
    #expect(counts.acceptPauses == 1)
  }
}
