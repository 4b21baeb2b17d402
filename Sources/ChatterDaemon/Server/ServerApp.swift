import ChatterServer
import EventLoop
import HTTP
import Postgres
import WebServer

/// The application on every loop. Each loop has its own connection pool, timeline and service.
final class ServerApp: Sendable {
  /// How long closing a pool waits for operations in progress.
  private static let closeTimeout = Duration.seconds(5)

  let configuration: Configuration
  private let database: Database
  private let log: Log
  let settings: ChatterService.Settings
  let lists: ReadyLists
  let metrics = ServerMetrics()
  /// The access tokens that were used last, for all loops.
  private let accessTokens = AccessTokenCache()
  /// Checks the tokens of an identity provider; nil without one.
  private let signedTokens: JWTChecker?
  let pools = Lock<[LoopBound<PostgresPool>]>([])
  /// The handler on the first loop from which the operators' page reads.
  let operatorHandler = Lock<Handler?>(nil)
  private let spareMemory: SpareMemory
  private let busyWarning: LimitedWarning
  private let unavailableWarning: LimitedWarning
  /// The live updates, which poll on the first loop.
  let feed = Lock<EventFeed?>(nil)
  /// The task that builds missing indexes.
  private let indexing = Lock<Task<Void, Never>?>(nil)
  /// The notifications between servers on the same database, and the task that receives them.
  let peers = Lock<(peers: PeerNotifications, task: Task<Void, Never>)?>(nil)

  /// Creates the application.
  ///
  /// - Parameters:
  ///   - outside: What decides on requests besides this server.
  ///   - loop: A serving loop, used for work that is done once per process.
  init(
    _ configuration: Configuration, database: Database, outside: OutsideDecisions,
    on loop: EventLoop
  ) {
    let log = configuration.log
    self.configuration = configuration
    self.database = database
    self.log = log
    spareMemory = SpareMemory(on: loop)
    var settings = configuration.service
    settings.storage.disk = database.makeDiskGuard(log: log)
    settings.storage.retention = Retention(configuration.retention, log: log)
    settings.review = outside.review
    self.settings = settings
    signedTokens = outside.tokens
    let write = { @Sendable (count: Int, reason: String) in
      log.write(
        .warning, "database operation failed", ["reason": "\(reason)", "count": .integer(count)])
    }
    busyWarning = LimitedWarning(on: loop, write: write)
    unavailableWarning = LimitedWarning(on: loop, write: write)
    lists = ReadyLists(
      profile: settings.profile, isByURL: configuration.listOrderIsByURL,
      rowsMax: configuration.listRowsMax, memoryBytesMax: configuration.listMemoryMax)
  }

  /// Creates the handler of one loop.
  var makeHandler: @Sendable (EventLoop) -> Handler {
    { loop in
      let pool = self.database.makePool(
        on: loop, connectionsMax: self.configuration.databaseConnections.perLoop)
      let isFirst = self.pools.withLock { pools in
        pools.append(LoopBound(pool, on: loop))
        return pools.count == 1
      }
      pool.didUse = { [metrics = self.metrics] in metrics.recordStatements(lasting: $0) }
      self.settings.storage.retention?.start(on: pool)
      let timeline = PostgresTimeline(
        pool, observe: self.observeDatabase,
        didCommit: { [metrics = self.metrics] in metrics.recordCommit(of: $0) })
      let lists = self.lists.source(
        on: pool, observe: self.observeDatabase, report: self.report)
      // The server is ready once its lists are loaded, which starts before the first request.
      if isFirst {
        loop.start(lists) { await $0.refresh() }
        let observe = self.observeDatabase
        let task = loop.start(pool) { await PageIndexes.build(for: $0, observe: observe) }
        self.indexing.withLock { $0 = task }
      }
      let feed = self.feed(by: pool)
      let peers = self.peers(by: pool, refreshing: lists)
      let service = ChatterService(
        postStore: timeline, lists: lists, events: feed.source(on: loop),
        tokens: self.tokenChecker(on: pool), settings: self.settings, report: self.report,
        pause: { try await loop.sleep(until: .after($0)) },
        timelineChanged: {
          feed.changed()
          peers?.announcePost()
        })
      let bound = LoopBound(service, on: loop)
      if isFirst { self.operatorHandler.withLock { $0 = self.handlerForOperators(bound) } }
      return { await bound.value.respond(to: $0) }
    }
  }

  /// Returns the handler of a service whose reading needs no token.
  private func handlerForOperators(_ service: LoopBound<ChatterService>) -> Handler {
    let bound = LoopBound(service.value.readableByAll, on: service.loop)
    return { await bound.value.respond(to: $0) }
  }

  /// Returns the checker of bearer tokens on one loop.
  private func tokenChecker(on pool: PostgresPool) -> any TokenChecker {
    let issued = AccessTokens(pool, cache: accessTokens, observe: observeDatabase)
    guard let signedTokens else { return issued }
    return EitherToken(issued: issued, signed: signedTokens)
  }

  /// Returns the live updates of the process, created on the first loop that calls this.
  private func feed(by pool: PostgresPool) -> EventFeed {
    feed.withLock { known in
      if let known { return known }
      var limits = EventFeed.Limits()
      limits.streamsMax = Self.streams(of: configuration.server.connectionsMax)
      limits.streamsPerAddressMax = Self.streams(of: configuration.server.connectionsPerAddressMax)
      let feed = EventFeed(pool, limits: limits, observe: observeDatabase)
      known = feed
      return feed
    }
  }

  /// How many of a number of connections may have event streams; the others remain for requests.
  private static func streams(of connections: Int) -> Int { max(1, connections * 3 / 4) }

  /// Ends the event streams, which have no end of their own. Their clients continue elsewhere.
  func endStreams() { feed.withLock { $0 }?.end() }

  /// Returns the notifications of the process, created on the first loop that calls this; nil for
  /// the private cluster, which no other server uses.
  private func peers(by pool: PostgresPool, refreshing lists: any ListSource) -> PeerNotifications?
  {
    guard !database.isPrivate else { return nil }
    return peers.withLock { known in
      if let known { return known.peers }
      let bound = LoopBound(lists, on: pool.loop)
      let feed = feed(by: pool)
      let peers = PeerNotifications(pool) {
        feed.changed()
        await bound.value.refresh()
      }
      known = (peers, Task(executorPreference: pool.loop) { await peers.run() })
      return peers
    }
  }

  /// Logs the events of the server.
  var observe: @Sendable (ServerEvent) -> Void {
    { [log, spareMemory, metrics] event in
      spareMemory.recordWork()
      metrics.record(event)
      switch event {
      case .responded(let record): log.access(record)
      case .handshakeCompleted: break
      case .handshakeFailed(let address, let reason):
        log.write(.debug, "handshake failed", ["remote": "\(address)", "reason": "\(reason)"])
      case .floodStopped(let address, let reason):
        log.write(.warning, "closed a connection", ["remote": "\(address)", "reason": "\(reason)"])
      case .proxyHeaderRefused(let address, let reason):
        log.write(
          .warning, "closed a connection from a proxy",
          ["remote": "\(address)", "reason": "\(reason)"])
      case .addressRefused(let address):
        log.write(.warning, "too many connections from one address", ["remote": "\(address)"])
      case .acceptPaused(let reason):
        log.write(.warning, "out of file descriptors: pausing accept", ["reason": "\(reason)"])
      }
    }
  }

  /// Logs why a statement failed; the response gives few details.
  private var observeDatabase: @Sendable (PostgresError) -> Void {
    { [log, metrics, busyWarning, unavailableWarning] error in
      metrics.recordDatabaseFailure(Self.kind(of: error))
      switch error {
      case .cancelled: break
      case .poolExhausted: busyWarning.record("\(error)")
      case .unavailable: unavailableWarning.record("\(error)")
      default: log.write(.warning, "database operation failed", ["reason": "\(error)"])
      }
    }
  }

  private var report: @Sendable (ServiceEvent) -> Void {
    { [log, metrics] event in
      metrics.record(event)
      switch event {
      case .refused: break
      case .rowsSkipped(let count):
        log.write(
          .warning, "malformed rows left out of a list", ["rows": .integer(count)])
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

  /// Closes every pool and waits briefly for operations in progress.
  func close() async {
    peers.withLock { $0 }?.task.cancel()
    indexing.withLock { $0 }?.cancel()
    settings.storage.retention?.stop()
    let pools = pools.withLock { $0 }
    await withDiscardingTaskGroup { group in
      for pool in pools {
        group.addTask(executorPreference: pool.loop) {
          await pool.value.close(until: .after(Self.closeTimeout))
        }
      }
    }
  }
}

extension Retention {
  /// Creates the retention of the timeline, which logs its deletions and refusals; nil without
  /// limits.
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
