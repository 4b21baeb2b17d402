import ChatterStore
import Postgres
import System

/// The totals of the timeline, measured when they are wanted, but at most once a minute, and so
/// rarely that it takes at most a fiftieth of a connection's time.
final class MeasuredTotals: Sendable {
  private static let timeout = Duration.seconds(60)
  private static let ageMin = Duration.seconds(60)
  private static let costFactor = 50

  private struct State {
    var last: TimelineTotals?
    /// When the next measurement is due; nil before the first.
    var next: Deadline?
    var isMeasuring = false
  }

  private let state = Lock(State())

  /// Returns what was measured last; nil until the first measurement is complete. One that is due
  /// begins, and nobody waits for it.
  func current(on pool: LoopBound<PostgresPool>) -> TimelineTotals? {
    let isDue = state.withLock { state in
      guard !state.isMeasuring, state.next.map(\.hasPassed) ?? true else { return false }
      state.isMeasuring = true
      return true
    }
    if isDue { Task(executorPreference: pool.loop) { await self.measure(on: pool) } }
    return state.withLock(\.last)
  }

  private func measure(on pool: LoopBound<PostgresPool>) async {
    let start = Deadline.now
    let totals = try? await pool.loop.run {
      try await TimelineTotals.read(from: pool.value, until: .after(Self.timeout))
    }
    let pause = max(Self.ageMin, Deadline.now.duration(since: start) * Self.costFactor)
    state.withLock { $0 = State(last: totals ?? $0.last, next: .after(pause)) }
  }
}
