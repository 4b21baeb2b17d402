import Synchronization
import System

/// Returns freed memory to the system: after a burst of large clips, malloc keeps hundreds of
/// megabytes for reuse.
///
/// It does so when a busy server becomes idle, and periodically while it stays busy, since a server
/// with many clients is never idle. A timer runs only after work, until a period passes without
/// any.
final class SpareMemory: Sendable {
  private enum State: UInt8, AtomicRepresentable {
    /// No work since memory was returned; no timer runs.
    case resting
    /// A timer runs; no work since it was set.
    case quiet
    /// A timer runs; there was work since it was set.
    case busy
  }

  private let loop: EventLoop
  private let period: Duration
  private let busyPeriodMax: Duration
  private let giveBack: @Sendable () -> Void
  private let state = Atomic(State.resting)

  /// - Parameters:
  ///   - period: The time without work after which memory is returned.
  ///   - busyPeriodMax: The maximum time for which a busy server keeps freed memory.
  init(
    on loop: EventLoop, period: Duration = .seconds(1), busyPeriodMax: Duration = .seconds(30),
    giveBack: @escaping @Sendable () -> Void = { ProcessMemory.giveBack() }
  ) {
    self.loop = loop
    self.period = period
    self.busyPeriodMax = busyPeriodMax
    self.giveBack = giveBack
  }

  /// Records work; may be called on any thread.
  func recordWork() {
    // Under load, the state is usually `busy` already, and a store would take the cache line from
    // other cores.
    guard state.load(ordering: .relaxed) != .busy else { return }
    guard state.exchange(.busy, ordering: .acquiringAndReleasing) == .resting else { return }
    Task(executorPreference: loop) { await self.waitForQuiet() }
  }

  private func waitForQuiet() async {
    var busyEnd = Deadline.after(busyPeriodMax)
    while (try? await loop.sleep(until: .after(period))) != nil {
      if advance(from: .busy, to: .quiet), !busyEnd.hasPassed { continue }
      giveBack()
      busyEnd = .after(busyPeriodMax)
      if advance(from: .quiet, to: .resting) { return }
    }
  }

  private func advance(from expected: State, to next: State) -> Bool {
    state.compareExchange(expected: expected, desired: next, ordering: .acquiringAndReleasing)
      .exchanged
  }
}
