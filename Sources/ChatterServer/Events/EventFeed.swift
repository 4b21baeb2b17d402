internal import Chatter
internal import ChatterStore
public import Postgres
public import System

/// Follows the changes of the timeline for all event streams of a server.
///
/// One poll at a time reads what is new, whatever the number of streams, and only while there are
/// any. It happens at once after a post on this server or a notification from another one, and
/// otherwise periodically, so that nothing depends on notifications.
public final class EventFeed: Sendable {
  public struct Limits: Sendable {
    /// Maximum number of streams.
    public var streamsMax = 7_500
    /// Maximum number of streams of one address.
    public var streamsPerAddressMax = 768
    /// Time between two polls without a reason.
    public var pollInterval = Duration.milliseconds(100)
    /// Minimum time between two polls. What is committed meanwhile is read together.
    public var pause = Duration.milliseconds(5)
    /// Minimum time after a poll that failed.
    public var retryInterval = Duration.milliseconds(500)
    /// Time between two comments, which keep proxies from closing a stream.
    public var commentInterval = Duration.seconds(15)
    /// Timeout of one statement.
    public var statementTimeout = Duration.seconds(10)

    public init() {}
  }

  /// Reads the changes after a position, up to a snapshot or now; without a position, only what is
  /// visible now.
  typealias Read = @Sendable (EventPosition?, PostgresSnapshot?) async throws -> EventBatch
  /// A position, and the number of the first event after it in the log of this server.
  typealias Point = (position: EventPosition, number: Int)
  typealias Opening = CheckedContinuation<Result<Point, any Error>, Never>

  private let loop: EventLoop
  private let limits: Limits
  private let read: Read
  private let state: Lock<EventFeedState>
  /// Signaled when there is a reason for a poll.
  private let change: LoopBound<AsyncEvent>

  /// Creates a feed that polls on the loop of a pool. `observe` receives the errors of polls.
  public convenience init(
    _ pool: PostgresPool, limits: Limits = Limits(),
    observe: @escaping @Sendable (PostgresError) -> Void
  ) {
    let pool = LoopBound(pool, on: pool.loop)
    self.init(on: pool.loop, limits: limits) { position, horizon in
      do throws(PostgresError) {
        let deadline = Deadline.after(limits.statementTimeout)
        let statement =
          position.map { EventBatch.changes(since: $0, upTo: horizon) }
          ?? ListStatements.snapshot
        return try EventBatch(
          try await pool.value.query(statement, until: deadline), upTo: horizon)
      } catch {
        observe(error)
        throw ReadError(error)
      }
    }
  }

  init(on loop: EventLoop, limits: Limits = Limits(), read: @escaping Read) {
    self.loop = loop
    self.limits = limits
    self.read = read
    state = Lock(EventFeedState(limits))
    change = LoopBound(AsyncEvent(on: loop), on: loop)
  }

  /// Polls soon, because something was posted or deleted. May be called on any loop.
  public func changed() {
    guard state.withLock({ $0.mustSignal() }) else { return }
    signal()
  }

  /// The number of open streams.
  public var streamCount: Int { state.withLock { $0.streamCount } }

  /// Ends all streams in order, and opens no more.
  public func end() {
    let openings = state.withLock { $0.end() }
    for opening in openings { opening.resume(returning: .failure(Problem.noEvents)) }
    wakeAll()
    signal()
  }

  /// Returns what the streams of one loop share. Call this once per loop, on that loop.
  public func source(on loop: EventLoop) -> EventSource {
    let waiting = LoopBound(EventWaiters(on: loop), on: loop)
    state.withLock { state in
      state.wakes.append {
        Task(executorPreference: loop) { await waiting.value.wakeAll() }
      }
    }
    return EventSource(self, waiting.value)
  }

  /// Counts a stream of an address; nil if there are too many. The count ends with the ticket.
  func admit(_ address: String) -> EventTicket? {
    guard state.withLock({ $0.add(address) }) else { return nil }
    return EventTicket { [weak self] in
      self?.state.withLock { $0.remove(address) }
    }
  }

  /// Returns a point that everything committed before this call precedes.
  func point() async throws -> Point {
    let result = await withCheckedContinuation { opening in
      switch state.withLock({ $0.open(opening) }) {
      case .start: Task(executorPreference: loop) { await self.follow() }
      case .signal: signal()
      case .wait: break
      case .refuse: opening.resume(returning: .failure(Problem.noEvents))
      }
    }
    return try result.get()
  }

  /// Returns the bytes of the events from a number on; nil if they have left the log.
  func bytes(from number: Int, for filter: ChattFilter) -> EventLog.Part? {
    state.withLock { $0.isEnded ? nil : $0.log.part(from: number, for: filter) }
  }

  // MARK: Polls

  private func signal() {
    Task(executorPreference: loop) { self.change.value.signal() }
  }

  private func wakeAll() {
    for wake in state.withLock({ $0.wakes }) { wake() }
  }

  private func append(_ events: [EncodedEvent], position: EventPosition) {
    state.withLock { $0.append(events, position: position) }
    if !events.isEmpty { wakeAll() }
  }

  private func follow() async {
    var nextComment = Deadline.after(limits.commentInterval)
    while let openings = state.withLock({ $0.beginPoll() }) {
      let outcome: Result<Point, any Error>
      do { outcome = .success(try await poll()) } catch { outcome = .failure(error) }
      for opening in openings { opening.resume(returning: outcome) }
      if nextComment.hasPassed {
        nextComment = .after(limits.commentInterval)
        if let position = state.withLock({ $0.position }) {
          append([.comment(at: position)], position: position)
        }
      }
      let pause = (try? outcome.get()) == nil ? limits.retryInterval : limits.pause
      do throws(WaitError) {
        try await loop.sleep(until: .after(pause))
        try await change.value.wait(until: .after(limits.pollInterval))
      } catch {
        // A stopped loop ends every wait at once.
        if error == .cancelled { return end() }
      }
    }
  }

  private func poll() async throws -> Point {
    guard let before = state.withLock({ $0.position }) else {
      let now = try await read(nil, nil)
      return point(after: [], at: EventPosition(epoch: now.epoch, seen: now.horizon))
    }
    var position = before
    var horizon: PostgresSnapshot?
    while true {
      let batch = try await read(position, horizon)
      guard batch.continues(position) else {
        position = EventPosition(epoch: batch.epoch, seen: batch.horizon)
        return point(after: [.reset(at: position)], at: position)
      }
      let events = batch.events(movingPast: &position)
      if batch.isComplete { return point(after: events, at: position) }
      append(events, position: position)
      // Everything up to the first snapshot, so that this ends while others post.
      horizon = batch.horizon
    }
  }

  private func point(after events: [EncodedEvent], at position: EventPosition) -> Point {
    append(events, position: position)
    return (position, state.withLock { $0.log.end })
  }
}

/// Counts a stream until it is released.
final class EventTicket {
  private let release: () -> Void

  init(release: @escaping () -> Void) {
    self.release = release
  }

  deinit { release() }
}
