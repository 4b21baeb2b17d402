import Chatter
import ChatterServer
import EventLoop
import Postgres

/// What the operators' listener shows and does.
extension ServerApp {
  /// How long an operator's deletion may wait for the database.
  private static let deletionTimeout = Duration.seconds(10)

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
    figures.eventStreams = feed.withLock { $0 }?.streamCount ?? 0
    if let disk = settings.storage.disk {
      figures.disk = .init(freeBytes: disk.freeBytes, reserveBytes: disk.reserveBytes)
    }
    figures.refusesPosts = settings.storage.refusal() != nil
    for pool in pools.withLock({ $0 }) {
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

  /// Deletes a chatt, as an operator; returns whether there was one.
  func delete(_ id: ChattID) async throws -> Bool {
    guard let pool = pools.withLock({ $0.first }) else { return false }
    let count = try await pool.loop.run {
      try await pool.value.withConnection(until: .after(Self.deletionTimeout)) { connection in
        var deletion = ChattDeletion(ChattSelection(ids: [id]))
        _ = try await deletion.count(on: connection)
        return try await deletion.deleteBatch(on: connection)?.chatts ?? 0
      }
    }
    guard count > 0 else { return false }
    feed.withLock { $0 }?.changed()
    peers.withLock { $0 }?.peers.announcePost()
    return true
  }
}
