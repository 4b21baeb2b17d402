import System

/// A clock that moves only when it is advanced; sleeping tasks resume at their deadline.
public final class TestClock: Clock, Sendable {
  /// A time on the clock, as the offset from the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the creation of the clock.
    public var offset: Duration

    /// Creates an instant at an offset from the creation of the clock.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns an instant that is later by a duration, or earlier if the duration is negative.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the duration from this instant to another; negative if the other is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether an instant is earlier than another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct Alarm {
    var id: Int
    var instant: Instant
    var fire: @Sendable (_ cancelled: Bool) -> Void
  }

  private struct State {
    var now = Instant()
    var alarms: [Alarm] = []
    var nextID = 0
    /// The tasks that wait until a number of alarms is set.
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Removes and returns the watchers whose number of alarms is reached.
    mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
      let reached = watchers.filter { $0.count <= alarms.count }
      watchers.removeAll { $0.count <= alarms.count }
      return reached.map(\.continuation)
    }

    mutating func take(_ id: Int) -> Alarm? {
      alarms.firstIndex { $0.id == id }.map { alarms.remove(at: $0) }
    }

    /// Advances to the first alarm that is due and removes it; among equal instants, to the one
    /// set first.
    mutating func takeFirst(until end: Instant) -> Alarm? {
      let first = alarms.min { ($0.instant, $0.id) < ($1.instant, $1.id) }
      guard let first, first.instant <= end else { return nil }
      now = max(now, first.instant)
      return take(first.id)
    }
  }

  private let state = Lock(State())

  /// Creates a clock at its first instant.
  public init() {}

  /// The current time of the clock.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: instants have the resolution of `Duration`.
  public var minimumResolution: Duration { .zero }

  /// The number of pending alarms, including sleeping tasks.
  public var waitingCount: Int { state.withLock { $0.alarms.count } }

  /// Returns when at least this number of alarms is pending; tests advance the clock afterwards.
  public func whenWaiting(atLeast count: Int) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        guard state.alarms.count < count else { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  /// Advances the clock; alarms that become due fire in order, each at its instant.
  ///
  /// Only one task may advance a clock.
  public func advance(by duration: Duration) {
    let end = now.advanced(by: duration)
    while let alarm = state.withLock({ $0.takeFirst(until: end) }) { alarm.fire(false) }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Returns when the clock reaches an instant; throws if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = newID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
        let alarm = Alarm(id: id, instant: deadline) { cancelled in
          if cancelled { waiter.resume(throwing: CancellationError()) } else { waiter.resume() }
        }
        add(alarm, isCancelled: { Task.isCancelled })
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Schedules an action for an instant; it runs on the task that advances the clock.
  ///
  /// - Returns: An id for `cancel`.
  @discardableResult
  func at(_ instant: Instant, _ action: @escaping @Sendable () -> Void) -> Int {
    let id = newID()
    add(Alarm(id: id, instant: instant) { cancelled in if !cancelled { action() } })
    return id
  }

  /// Cancels the alarm with an id if it is still pending.
  func cancel(_ id: Int) {
    let alarm = state.withLock { $0.take(id) }
    alarm?.fire(true)
  }

  private func newID() -> Int {
    state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
  }

  /// Adds an alarm; one that is already due or cancelled fires immediately.
  private func add(_ alarm: Alarm, isCancelled: () -> Bool = { false }) {
    let watchers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
      // Asked under the lock: a later cancellation finds the alarm.
      guard alarm.instant > state.now, !isCancelled() else { return nil }
      state.alarms.append(alarm)
      return state.takeWatchers()
    }
    guard let watchers else { return alarm.fire(isCancelled()) }
    for continuation in watchers { continuation.resume() }
  }
}
