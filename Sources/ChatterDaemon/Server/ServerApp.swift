import ChatterServer
import ChatterStore
import HTTP
import Postgres
import System
import WebServer

/// The application: what exists once, and the service of each loop with its own connections.
final class ServerApp: Sendable {
  /// How long closing a pool waits for operations in progress.
  private static let closeTimeout = Duration.seconds(5)

  let configuration: Configuration
  let settings: ChatterService.Settings
  let lists: ReadyLists
  /// In the order of the loops.
  let pools: [LoopBound<PostgresPool>]
  private let services: [LoopBound<ChatterService>]
  /// The handler of the operators' listener, on the first loop.
  let operatorHandler: Handler
  /// The live updates, which poll on the first loop.
  let feed: EventFeed
  /// Tasks that end with the server: missing indexes, and notifications of other servers.
  private let tasks: [Task<Void, Never>]
  let reports: ServerReports
  let totals = MeasuredTotals()

  /// Creates first what exists once, then the services of the loops.
  init(
    _ configuration: Configuration, database: Database, externalChecks: ExternalChecks,
    on loops: [EventLoop]
  ) async throws {
    let reports = ServerReports(configuration.log, on: loops[0])
    var settings = configuration.service
    settings.storage.disk = database.makeDiskGuard(log: configuration.log)
    settings.storage.retention = Retention(configuration.retention, log: configuration.log)
    settings.review = externalChecks.review
    let lists = ReadyLists(
      profile: settings.profile, isByURL: configuration.listOrderIsByURL,
      rowsMax: configuration.listRowsMax, memoryBytesMax: configuration.listMemoryMax)
    (self.configuration, self.settings, self.lists) = (configuration, settings, lists)
    self.reports = reports

    var parts: [LoopParts] = []
    for loop in loops {
      parts.append(
        try await loop.run { [settings] in
          let pool = database.makePool(
            on: loop, connectionsMax: configuration.databaseConnections.perLoop)
          settings.storage.retention?.start(on: pool)
          return LoopParts(pool, lists, reports)
        })
    }
    let first = parts[0]
    let limits = Self.limits(of: configuration)
    let (feed, peers) = try await loops[0].run {
      let feed = EventFeed(first.pool.value, limits: limits, observe: reports.observeDatabase)
      // No other server uses a private cluster.
      guard !database.isPrivate else { return (feed, PeerNotifications?.none) }
      let peers = PeerNotifications(first.pool.value) {
        feed.changed()
        await first.lists.value.refresh()
      }
      return (feed, peers)
    }
    let tokens = AccessTokenCache()
    var services: [LoopBound<ChatterService>] = []
    for part in parts {
      services.append(
        try await part.pool.loop.run { [settings] in
          part.service(settings, externalChecks.tokens, tokens, feed, peers, reports)
        })
    }
    let forOperators = try await loops[0].run { [first = services[0]] in
      LoopBound(first.value.forOperators, on: first.loop)
    }
    operatorHandler = { await forOperators.value.respond(to: $0) }
    // The server is ready once its lists are loaded, which starts before the first request.
    Task(executorPreference: loops[0]) { await first.lists.value.refresh() }
    let indexing = Task(executorPreference: loops[0]) {
      await PageIndexes.build(for: first.pool.value, observe: reports.observeDatabase)
    }
    let listening = peers.map { peers in
      Task(executorPreference: loops[0]) { await peers.run() }
    }
    (pools, self.services, self.feed) = (parts.map(\.pool), services, feed)
    tasks = [indexing] + [listening].compactMap(\.self)
  }

  /// Returns the handler of one loop.
  @Sendable func handler(on loop: EventLoop) -> Handler {
    guard let service = services.first(where: { $0.loop === loop }) else {
      preconditionFailure("a loop without a service")
    }
    return { await service.value.respond(to: $0) }
  }

  /// Three quarters of the connections may have event streams; the others remain for requests.
  private static func limits(of configuration: Configuration) -> EventFeed.Limits {
    var limits = EventFeed.Limits()
    limits.streamsMax = max(1, configuration.server.connectionsMax * 3 / 4)
    limits.streamsPerAddressMax = max(1, configuration.server.connectionsPerAddressMax * 3 / 4)
    return limits
  }

  /// Closes every pool and waits briefly for operations in progress.
  func close() async {
    for task in tasks { task.cancel() }
    settings.storage.retention?.stop()
    await withDiscardingTaskGroup { group in
      for pool in pools {
        group.addTask(executorPreference: pool.loop) {
          await pool.value.close(until: .after(Self.closeTimeout))
        }
      }
    }
  }
}

private struct LoopParts: Sendable {
  let pool: LoopBound<PostgresPool>
  let reader: LoopBound<ChattReader>
  let lists: LoopBound<any ListSource>

  init(_ pool: PostgresPool, _ lists: ReadyLists, _ reports: ServerReports) {
    pool.didUse = { duration, works in
      reports.metrics.count { $0.statements.record(duration) }
      if works { reports.databaseResponded() }
    }
    let reader = ChattReader(pool, observe: reports.observeDatabase)
    let source = lists.source(reading: reader, report: reports.report)
    self.pool = LoopBound(pool, on: pool.loop)
    self.reader = LoopBound(reader, on: pool.loop)
    self.lists = LoopBound(source, on: pool.loop)
  }

  func service(
    _ settings: ChatterService.Settings, _ signedTokens: JWTChecker?,
    _ issuedTokens: AccessTokenCache, _ feed: EventFeed, _ peers: PeerNotifications?,
    _ reports: ServerReports
  ) -> LoopBound<ChatterService> {
    let loop = pool.loop
    let issued = AccessTokens(pool.value, cache: issuedTokens, observe: reports.observeDatabase)
    let timeline = PostgresTimeline(
      pool.value, observe: reports.observeDatabase,
      didCommit: { [metrics = reports.metrics] postCount in
        metrics.count { $0.commits.record(Double(postCount)) }
      })
    let service = ChatterService(
      postStore: timeline, lists: lists.value, chatts: reader.value,
      events: feed.source(on: loop),
      tokens: signedTokens.map { EitherToken(issued: issued, signed: $0) } ?? issued,
      settings: settings, report: reports.report,
      pause: { try await loop.sleep(until: .after($0)) },
      timelineChanged: {
        feed.changed()
        peers?.announcePost()
      })
    return LoopBound(service, on: loop)
  }
}

extension Retention {
  /// A retention that logs its deletions and refusals; nil without limits.
  convenience init?(_ limits: RetentionLimits, log: Log) {
    guard !limits.isEmpty else { return nil }
    self.init(
      limits,
      report: { event in
        switch event {
        case .deleted(let expired, let oldest):
          log.write(
            .info, "deleted the oldest chatts",
            ["expired": .integer(expired), "over_size_limit": .integer(oldest)])
        case .startedRefusing:
          log.write(.error, "the timeline is full: refusing posts until chatts are deleted")
        case .stoppedRefusing: log.write(.notice, "the timeline has space again: accepting posts")
        }
      },
      observe: { error in
        log.write(
          .warning, "could not enforce the limits of the timeline: trying again",
          ["reason": "\(error)"])
      })
  }
}

// What the operators' listener shows.
extension ServerApp {
  /// Names the kind of a failure, for metrics.
  static func kind(of error: PostgresError) -> ServerMetrics.DatabaseFailure {
    switch error {
    case .unavailable, .closed: .unavailable
    case .connectionLost: .connectionLost
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    case .poolExhausted: .poolExhausted
    case .server: .refused
    case .decoding, .tooManyParameters, .connectionBusy, .rolledBack, .unexpectedResponse:
      .unexpected
    }
  }

  /// The database connections of a loop, and the times between two of its waits.
  typealias LoopFigures = (connections: Int, lent: Int, waiters: Int, busyTimes: Histogram)

  /// What the loops hold now, for metrics. A loop answers when it has time.
  func loopFigures() async -> [LoopFigures] {
    var figures: [LoopFigures] = []
    for pool in pools {
      let ofLoop = try? await pool.loop.run {
        (
          pool.value.connectionCount, pool.value.lentCount, pool.value.waiterCount,
          pool.loop.busyTimes
        )
      }
      if let ofLoop { figures.append(ofLoop) }
    }
    return figures
  }
}
