import Chatter
import Postgres
import System
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

/// A feed over a database in memory, and streams of it. It lives on a loop.
final class FeedFixture: Sendable {
  struct Failure: Error {}

  let database = Lock(ModelDatabase())
  let isFailing = Lock(false)
  let hasGap = Lock(false)
  /// Batches are so small that most polls and replays need several.
  let batchMax = Lock(2)
  private let loop: EventLoop
  let limits: EventFeed.Limits

  init(on loop: EventLoop, change: (inout EventFeed.Limits) -> Void = { _ in }) {
    self.loop = loop
    var limits = EventFeed.Limits()
    // A test that needs a poll asks for it.
    limits.pollInterval = .seconds(60)
    limits.pause = .zero
    limits.retryInterval = .zero
    change(&limits)
    self.limits = limits
  }

  /// Runs a test on a loop with a feed, which ends afterwards.
  static func withFeed(
    change: @escaping @Sendable (inout EventFeed.Limits) -> Void = { _ in },
    _ body: @escaping @Sendable (EventLoop, FeedFixture, EventFeed) async throws -> Void
  ) async throws {
    try await onLoop { loop in
      let fixture = FeedFixture(on: loop, change: change)
      let feed = fixture.makeFeed()
      try await body(loop, fixture, feed)
      feed.end()
    }
  }

  func makeFeed() -> EventFeed {
    EventFeed(on: loop, limits: limits) { try self.read($0, $1) }
  }

  private func read(_ position: EventPosition?, _ horizon: PostgresSnapshot?) throws -> EventBatch {
    if isFailing.withLock({ $0 }) { throw Failure() }
    let (hasGap, batchMax) = (hasGap.withLock { $0 }, batchMax.withLock { $0 })
    return database.withLock { database in
      guard let position else {
        return EventBatch(epoch: database.epoch, horizon: database.snapshot)
      }
      var batch = database.changes(since: position, upTo: horizon, countMax: batchMax)
      batch.hasGap = hasGap
      return batch
    }
  }

  /// Commits some chatts, each in a transaction of its own.
  func post(_ count: Int) throws {
    try database.withLock { database in
      for _ in 0..<count {
        database.begin()
        try database.change(database.underWay.count - 1, isChatt: true)
        database.end(database.underWay.count - 1, isCommit: true)
      }
    }
  }

  /// Opens a stream of a feed.
  func stream(
    of feed: EventFeed, _ source: EventSource, since position: String? = nil,
    _ filter: ChattFilter = ChattFilter()
  ) async throws -> EventStream {
    let ticket = try #require(feed.admit("a"))
    return EventStream(
      since: position, try await feed.point(), filter, of: source, from: Chatts(fixture: self),
      for: "a", ticket)
  }

  /// What streams replay from.
  private struct Chatts: ChattSource {
    let fixture: FeedFixture

    func changes(
      since position: EventPosition, upTo horizon: PostgresSnapshot, for client: String
    ) async throws -> EventBatch { try fixture.read(position, horizon) }
  }
}

extension EventStream {
  /// The next chunk as events.
  func events() async throws -> [ReadEvent]? {
    try await next().map { ReadEvent.all(in: Array($0)) }
  }

  /// Reads until there are this many events with data.
  func events(_ count: Int) async throws -> [ReadEvent] {
    var events: [ReadEvent] = []
    while events.count < count, let more = try await self.events() {
      events += more.filter { !$0.data.isEmpty }
    }
    return events
  }
}
