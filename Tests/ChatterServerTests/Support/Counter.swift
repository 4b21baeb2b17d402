import EventLoop

/// A number that tasks on several threads share.
final class Counter: Sendable {
  private let state = Lock(0)

  var value: Int { state.withLock { $0 } }

  @discardableResult
  func add(_ count: Int) -> Int {
    state.withLock { state in
      state += count
      return state
    }
  }
}
