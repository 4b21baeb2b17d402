internal import Chatter
internal import ChatterStore
public import System

/// Refuses posts while the disk of the database has less free space than its reserve.
///
/// One instance serves all loops. It has no timer: it measures before each decision on a post and
/// when `/readyz` is requested. `DiskReserve` makes the decisions.
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

  /// The free bytes; nil if they are unknown.
  public var freeBytes: Int? { measuring { $0.freeBytes } }

  func isRefusing() -> Bool { measuring { $0.isRefusing } }

  /// Throws `full` if a post would be refused whatever its body, so that the body need not be read.
  func check() throws(TimelineError) {
    let now = now()
    if measuring({ $0.refusesUnread(at: now) }) { throw Self.error }
  }

  /// Throws `full` if a chatt of this size does not fit. Otherwise, `end` must follow.
  func begin(_ byteCount: Int) throws(TimelineError) {
    let now = now()
    guard measuring({ $0.begin(byteCount, at: now) }) else { throw Self.error }
  }

  func end(_ byteCount: Int) {
    state.withLock { $0.end(byteCount) }
  }

  static let error = TimelineError.full(
    "the server's disk is almost full, nothing was stored: try again when space has been freed")

  /// Measures the free space, runs a body, and reports the start or the end of refusing. The lock
  /// is held during this system call, which takes about a microsecond.
  private func measuring<Value: Sendable>(_ body: (inout DiskReserve) -> Value) -> Value {
    let (value, event) = state.withLock { reserve -> (Value, Event?) in
      let wasRefusing = reserve.isRefusing
      reserve.measured(measure())
      let value = body(&reserve)
      guard reserve.isRefusing != wasRefusing else { return (value, nil) }
      let event: Event =
        wasRefusing
        ? .stoppedRefusing(freeBytes: reserve.freeBytes, reserveBytes: reserveBytes)
        : .startedRefusing(freeBytes: reserve.freeBytes, reserveBytes: reserveBytes)
      return (value, event)
    }
    if let event { report(event) }
    return value
  }
}
