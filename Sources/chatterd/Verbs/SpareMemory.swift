import Program
import Sockets
import Synchronization

/// Returns freed memory to the system: after a burst of large clips malloc keeps hundreds of megabytes
/// for the next one.
///
/// It does so when a server that was busy has nothing more to do, and every now and then while it stays
/// busy, since one that many clients use is never quiet. A timer runs only after work, until it has
/// found a quiet period.
final class SpareMemory: Sendable {
  private enum State: UInt8, AtomicRepresentable {
    /// Nothing has happened since memory was returned; no timer runs.
    case resting
    /// A timer runs, and nothing has happened since it was set.
    case quiet
    /// A timer runs, and something has happened since it was set.
    case busy
  }

  private let loop: EventLoop
  private let period: Duration
  private let busyPeriodMax: Duration
  private let giveBack: @Sendable () -> Void
  private let state = Atomic(State.resting)

  /// - Parameters:
  ///   - period: for how long nothing must have happened.
  ///   - busyPeriodMax: how long a busy server keeps what was freed.
  ///   - giveBack: returns the memory.
  init(
    on loop: EventLoop, period: Duration = .seconds(1), busyPeriodMax: Duration = .seconds(30),
    giveBack: @escaping @Sendable () -> Void = { ProcessMemory.giveBack() }
  ) {
    self.loop = loop
    self.period = period
    self.busyPeriodMax = busyPeriodMax
    self.giveBack = giveBack
  }

  /// Notes, on any thread, that there was something to do.
  func noteWork() {
    // Under load this is known already, and a store would take the cache line from other cores.
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
