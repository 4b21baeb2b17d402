import ChatterStore
import Postgres
import System

/// The totals of the timeline, measured at most once a minute, and so rarely that it takes at most
/// a fiftieth of a connection's time.
final class MeasuredTotals: Sendable {
  private static let timeout = Duration.seconds(30)
  private static let ageMin = Duration.seconds(60)
  private static let costFactor = 50

  private struct State {
    var last: TimelineTotals?
    /// When the next measurement is due; nil before the first.
    var next: Deadline?
    var isMeasuring = false
  }

  private let state = Lock(State())

  /// Returns what was measured last; nil before the first measurement, or if it failed.
  func current(on pool: LoopBound<PostgresPool>) async -> TimelineTotals? {
    let start = Deadline.now
    let isDue = state.withLock { state in
      guard !state.isMeasuring, state.next.map({ $0 <= start }) ?? true else { return false }
      state.isMeasuring = true
      return true
    }
    if isDue {
      let totals = try? await pool.loop.run {
        try await TimelineTotals.read(from: pool.value, until: .after(Self.timeout))
      }
      let now = Deadline.now
      let pause = max(Self.ageMin, now.duration(since: start) * Self.costFactor)
      state.withLock { $0 = State(last: totals ?? $0.last, next: now.advanced(by: pause)) }
    }
    return state.withLock(\.last)
  }
}
