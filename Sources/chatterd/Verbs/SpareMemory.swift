import Program
import Sockets
import Synchronization

/// Returns memory to the system when a server that was busy has nothing more to do: after a burst of
/// large clips malloc keeps hundreds of megabytes for the next one.
///
/// A timer runs only after work, until it has found a quiet period.
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
  private let giveBack: @Sendable () -> Void
  private let state = Atomic(State.resting)

  /// - Parameters:
  ///   - period: for how long nothing must have happened.
  ///   - giveBack: returns the memory.
  init(
    on loop: EventLoop, period: Duration = .seconds(1),
    giveBack: @escaping @Sendable () -> Void = { ProcessMemory.giveBack() }
  ) {
    self.loop = loop
    self.period = period
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
    while (try? await loop.sleep(until: .after(period))) != nil {
      guard !advance(from: .busy, to: .quiet) else { continue }
      giveBack()
      if advance(from: .quiet, to: .resting) { return }
    }
  }

  private func advance(from expected: State, to next: State) -> Bool {
    state.compareExchange(expected: expected, desired: next, ordering: .acquiringAndReleasing)
      .exchanged
  }
}
