private import Threads

/// A clock that stands still until it is advanced: what waits for an instant goes on when it comes.
///
/// ```swift
/// let clock = TestClock()
/// async let woken: Void = clock.sleep(for: .seconds(1))
/// clock.advance(by: .seconds(1))
/// ```
public final class TestClock: Clock, Sendable {
  /// An instant, by its distance from when the clock was made.
  public struct Instant: InstantProtocol {
    /// How long after the clock was made.
    public var offset: Duration

    /// An instant so long after the clock was made.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// A later instant, or by a negative duration an earlier one.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How long it is from this instant to another; negative where that came before.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether an instant comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct Alarm {
    var id: Int
    var instant: Instant
    var ring: @Sendable (_ cancelled: Bool) -> Void
  }

  private struct State {
    var now = Instant()
    var alarms: [Alarm] = []
    var nextID = 0
    /// Who is told when so many alarms are set.
    var watchers: [(count: Int, told: CheckedContinuation<Void, Never>)] = []

    /// Those who have waited for as many alarms as there are.
    mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
      let content = watchers.filter { $0.count <= alarms.count }
      watchers.removeAll { $0.count <= alarms.count }
      return content.map(\.told)
    }

    mutating func take(_ id: Int) -> Alarm? {
      alarms.firstIndex { $0.id == id }.map { alarms.remove(at: $0) }
    }

    /// The first that is due; of several at one instant, the one that was set first.
    mutating func takeFirst(until end: Instant) -> Alarm? {
      let first = alarms.indices.min {
        (alarms[$0].instant, alarms[$0].id) < (alarms[$1].instant, alarms[$1].id)
      }
      guard let first, alarms[first].instant <= end else { return nil }
      return alarms.remove(at: first)
    }
  }

  private let state = Lock(State())

  /// A clock that stands at its first instant.
  public init() {}

  /// Where it stands.
  public var now: Instant { state.withLock { $0.now } }

  /// Instants may be as near to each other as a duration can say.
  public var minimumResolution: Duration { .zero }

  /// How many wait for an instant to come.
  public var waitingCount: Int { state.withLock { $0.alarms.count } }

  /// Returns when so many wait for an instant to come: a test advances the clock after it.
  public func whenWaiting(atLeast count: Int) async {
    await withCheckedContinuation { told in
      let isContent = state.withLock { state in
        guard state.alarms.count < count else { return true }
        state.watchers.append((count, told))
        return false
      }
      if isContent { told.resume() }
    }
  }

  /// Moves on; whatever is due on the way happens in its order, each at its instant.
  ///
  /// One task advances a clock.
  public func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while let alarm = takeAlarm(until: end) { alarm.ring(false) }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Moves on as another clock does, in small steps, until the task is cancelled: for previews.
  public func follow(
    _ clock: some Clock<Duration>, stepping step: Duration = .milliseconds(20)
  ) async {
    var last = clock.now
    while (try? await clock.sleep(for: step)) != nil {
      let now = clock.now
      advance(by: last.duration(to: now))
      last = now
    }
  }

  /// Returns when the clock has been advanced to an instant; throws when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = newID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
        let alarm = Alarm(id: id, instant: deadline) { cancelled in
          if cancelled { waiter.resume(throwing: CancellationError()) } else { waiter.resume() }
        }
        add(alarm)
        // A cancellation before this has found nothing to cancel.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Does something when an instant comes, on whichever task advances the clock.
  ///
  /// - Returns: what `cancel` takes.
  @discardableResult
  func at(_ instant: Instant, _ action: @escaping @Sendable () -> Void) -> Int {
    let id = newID()
    add(Alarm(id: id, instant: instant) { cancelled in if !cancelled { action() } })
    return id
  }

  /// Forgets what waits under an id, if it still does.
  func cancel(_ id: Int) {
    let alarm = state.withLock { $0.take(id) }
    alarm?.ring(true)
  }

  private func newID() -> Int {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }

  /// What is due at once rings at once.
  private func add(_ alarm: Alarm) {
    let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
      guard alarm.instant > state.now else { return nil }
      state.alarms.append(alarm)
      return state.takeWatchers()
    }
    guard let watchers else { return alarm.ring(false) }
    for told in watchers { told.resume() }
  }

  private func takeAlarm(until end: Instant) -> Alarm? {
    state.withLock { state in
      guard let alarm = state.takeFirst(until: end) else { return nil }
      state.now = max(state.now, alarm.instant)
      return alarm
    }
  }
}
