import ChatterServer
import EventLoop
import Postgres

/// What the operators' listener shows.
extension ServerApp {
  /// Names the kind of a failure, for metrics.
  static func kind(of error: PostgresError) -> String {
    switch error {
    case .unavailable, .closed: "unavailable"
    case .connectionLost: "connection-lost"
    case .timedOut: "timed-out"
    case .cancelled: "cancelled"
    case .poolExhausted: "pool-exhausted"
    case .server: "refused"
    case .decoding, .tooManyParameters, .connectionBusy, .rolledBack, .unexpectedResponse:
      "unexpected"
    }
  }

  /// What the app holds now, for metrics. A loop answers when it has time.
  func fill(_ figures: inout ServerFigures) async {
    figures.lists = lists.figures
    figures.eventStreams = feed.streamCount
    if let disk = settings.storage.disk {
      figures.disk = .init(freeBytes: disk.freeBytes, reserveBytes: disk.reserveBytes)
    }
    figures.refusesPosts = settings.storage.refusal() != nil
    for pool in pools {
      let ofLoop = try? await pool.loop.run {
        (
          pool.value.connectionCount, pool.value.lentCount, pool.value.waiterCount,
          pool.loop.busyTimes
        )
      }
      guard let (connections, lent, waiters, busyTimes) = ofLoop else { continue }
      figures.pools.connections += connections
      figures.pools.lent += lent
      figures.pools.waiters += waiters
      figures.loops.append(busyTimes)
    }
    figures.pools.connectionsMax =
      configuration.databaseConnections.perLoop * figures.loops.count
  }
}
