import Foundation
import System

/// A gate at which handlers wait until a test opens it.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waitedCount = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())
  private let opened = DispatchSemaphore(value: 0)

  /// The number of calls of `wait` so far.
  var waitedCount: Int { state.withLock { $0.waitedCount } }

  var isOpen: Bool { state.withLock { $0.isOpen } }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        state.waitedCount += 1
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Blocks the calling thread, such as that of a loop, until the gate is open.
  func block() {
    opened.wait()
    opened.signal()
  }

  func open() {
    opened.signal()
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
