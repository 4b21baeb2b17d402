private import Glibc
private import Synchronization

/// A clock whose time passes only when it is advanced.
///
/// A loop with such a clock (`EventLoop(name:clock:)`) waits and expires by it, and `Deadline.now`
/// is its time on the threads of its loops. So a test shows exactly what happens at a timeout, a
/// deadline or a period, and at once.
package final class VirtualClock: Sendable {
  /// The clocks of the threads that have one, by pthread_self(3).
  private static let clocks = Lock<[UInt: VirtualClock]>([:])
  /// Whether this process has ever had a virtual clock. A server has none, and then reading the
  /// time costs it only this load.
  private static let exist = Atomic<Bool>(false)

  private struct State {
    var now: Deadline
    var loops: [EventLoop] = []
  }

  private let state = Lock(State(now: .monotonic))

  package init() {
    Self.exist.store(true, ordering: .relaxed)
  }

  /// The time of this clock.
  package var now: Deadline { state.withLock { $0.now } }

  /// Moves the time forward and expires what is due on each loop.
  package func advance(by duration: Duration) async throws {
    let loops = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      return state.loops
    }
    for loop in loops { try await loop.run { try await loop.nextTick() } }
  }

  func add(_ loop: EventLoop) { state.withLock { $0.loops.append(loop) } }

  func remove(_ loop: EventLoop) { state.withLock { $0.loops.removeAll { $0 === loop } } }

  /// The clock of the calling thread; nil if it has the system's.
  static var current: VirtualClock? {
    guard exist.load(ordering: .relaxed) else { return nil }
    return clocks.withLock { $0[pthread_self()] }
  }

  /// Makes a clock, or the system's for nil, that of the calling thread.
  static func setCurrent(_ clock: VirtualClock?) {
    guard exist.load(ordering: .relaxed) else { return }
    clocks.withLock { $0[pthread_self()] = clock }
  }
}
