internal import Chatter
public import EventLoop

/// Refuses posts while the disk of the database has less free space than its reserve.
///
/// One instance serves all loops. It has no timer: it measures when posts arrive and when `/readyz`
/// is requested. `DiskReserve` makes the decisions.
public final class DiskGuard: Sendable {
  /// An event that an operator should know about.
  public enum Event: Sendable, Equatable {
    /// Free space fell below the reserve: posts are refused.
    case startedRefusing(freeBytes: Int?, reserveBytes: Int)
    /// There is enough space again: posts are accepted.
    case stoppedRefusing(freeBytes: Int?, reserveBytes: Int)
  }

  private let state: Lock<DiskReserve>
  /// Bytes that posts leave free.
  public let reserveBytes: Int
  private let measure: @Sendable () -> Int?
  private let report: @Sendable (Event) -> Void
  private let now: @Sendable () -> Deadline

  /// Creates a guard that leaves `reserveBytes` free. `measure` returns the free bytes, or nil if
  /// they are unknown, and must not block; `report` receives each change.
  public init(
    reserveBytes: Int, measure: @escaping @Sendable () -> Int?,
    report: @escaping @Sendable (Event) -> Void,
    now: @escaping @Sendable () -> Deadline = { .now }
  ) {
    state = Lock(DiskReserve(reserveBytes: reserveBytes))
    self.reserveBytes = reserveBytes
    self.measure = measure
    self.report = report
    self.now = now
  }

  /// The free bytes, at most a second ago; nil if they are unknown.
  public var freeBytes: Int? {
    measuring(forBytes: 0, at: now()) { reserve, _ in reserve.freeBytes }
  }

  func isRefusing() -> Bool {
    measuring(forBytes: 0, at: now()) { reserve, _ in reserve.isRefusing }
  }

  /// Throws `full` if a post would be refused whatever its body, so that the body need not be read.
  func check() throws(TimelineError) {
    let now = now()
    guard isRefusing(), state.withLock({ $0.refusesUnread(at: now) }) else { return }
    throw Self.error
  }

  /// Throws `full` if a chatt of this size does not fit. Otherwise, `end` must follow.
  func begin(_ byteCount: Int) throws(TimelineError) {
    let now = now()
    let decision = measuring(forBytes: byteCount, at: now) { reserve, events in
      let decision = reserve.begin(byteCount, at: now)
      if decision == .firstRefused {
        events.append(.startedRefusing(freeBytes: reserve.freeBytes, reserveBytes: reserveBytes))
      }
      return decision
    }
    if decision != .accepted { throw Self.error }
  }

  func end(_ byteCount: Int) {
    state.withLock { $0.end(byteCount) }
  }

  static let error = TimelineError.full(
    "the server's disk is almost full, nothing was stored: try again when space has been freed")

  /// Measures the free space if a measurement is due, runs a body, and reports the events. The lock
  /// is held during this short system call, since other loops would have to wait for its result.
  private func measuring<Value: Sendable>(
    forBytes byteCount: Int, at now: Deadline, _ body: (inout DiskReserve, inout [Event]) -> Value
  ) -> Value {
    let (value, events) = state.withLock { reserve in
      var events: [Event] = []
      if reserve.needsMeasurement(forBytes: byteCount, at: now),
        reserve.measured(measure(), at: now)
      {
        events.append(.stoppedRefusing(freeBytes: reserve.freeBytes, reserveBytes: reserveBytes))
      }
      return (body(&reserve, &events), events)
    }
    for event in events { report(event) }
    return value
  }
}
