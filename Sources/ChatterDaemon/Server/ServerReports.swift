import ChatterServer
import Postgres
import Synchronization
import System
import WebServer

/// Logs and counts what the parts of the server report.
final class ServerReports: Sendable {
  let metrics = ServerMetrics()
  private let log: Log
  private let spareMemory: SpareMemory
  private let busyWarning: LimitedWarning
  private let unavailableWarning: LimitedWarning
  private let isDatabaseAway = Atomic(false)

  init(_ log: Log, on loop: EventLoop) {
    self.log = log
    spareMemory = SpareMemory(on: loop)
    let write = { @Sendable (count: Int, reason: String) in
      log.write(
        .warning, "database operation failed", ["reason": "\(reason)", "count": .integer(count)])
    }
    busyWarning = LimitedWarning(on: loop, write: write)
    unavailableWarning = LimitedWarning(on: loop, write: write)
  }

  @Sendable func observe(_ event: ServerEvent) {
    spareMemory.recordWork()
    switch event {
    case .responded(let record):
      metrics.record(record)
      log.access(record)
    case .handshakeCompleted(let version, let isResumed):
      metrics.count { $0.handshakes[[version, "\(isResumed)"], default: 0] += 1 }
    case .handshakeFailed(let address, let reason):
      metrics.count { $0.handshakeFailures += 1 }
      log.write(.debug, "handshake failed", ["remote": "\(address)", "reason": "\(reason)"])
    case .floodStopped(let address, let reason):
      metrics.count { $0.closed[.flood, default: 0] += 1 }
      log.write(.warning, "closed a connection", ["remote": "\(address)", "reason": "\(reason)"])
    case .proxyHeaderRefused(let address, let reason):
      metrics.count { $0.closed[.proxy, default: 0] += 1 }
      log.write(
        .warning, "closed a connection from a proxy",
        ["remote": "\(address)", "reason": "\(reason)"])
    case .addressRefused(let address):
      metrics.count { $0.closed[.address, default: 0] += 1 }
      log.write(.warning, "too many connections from one address", ["remote": "\(address)"])
    case .acceptPaused(let reason):
      metrics.count { $0.acceptPauses += 1 }
      log.write(.warning, "out of file descriptors: pausing accept", ["reason": "\(reason)"])
    }
  }

  /// Logs why a statement failed; the response gives few details.
  @Sendable func observeDatabase(_ error: PostgresError) {
    metrics.count { $0.databaseFailures[ServerApp.kind(of: error), default: 0] += 1 }
    switch error {
    case .cancelled: break
    case .poolExhausted: busyWarning.record("\(error)")
    case .unavailable, .connectionLost:
      isDatabaseAway.store(true, ordering: .relaxed)
      unavailableWarning.record("\(error)")
    default: log.write(.warning, "database operation failed", ["reason": "\(error)"])
    }
  }

  /// Logs the first response of a database that was away; called for each use of a connection.
  func databaseResponded() {
    guard isDatabaseAway.load(ordering: .relaxed),
      isDatabaseAway.exchange(false, ordering: .relaxed)
    else { return }
    log.write(.notice, "the database responds again")
  }

  @Sendable func report(_ event: ServiceEvent) {
    switch event {
    case .refused(let endpoint, let reason):
      metrics.count { $0.refusals[[endpoint.name, reason], default: 0] += 1 }
    case .rowsSkipped(let count):
      metrics.count { $0.skippedRows += count }
      log.write(
        .warning, "malformed rows left out of a list", ["rows": .integer(count)])
    // This and a failure are reported as refusals, too.
    case .denied(let denied):
      log.write(
        of: denied.remote, "access denied",
        [
          "reason": "\(denied.reason)", "status": .integer(denied.status),
          "request": .text(denied.request), "remote": .text(denied.remote),
        ])
    case .failed(let reason): log.write(.error, "a request failed", ["reason": "\(reason)"])
    }
  }
}
