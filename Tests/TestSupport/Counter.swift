import System

/// A number that tasks on several threads share.
public final class Counter: Sendable {
  private let state = Lock(0)

  public init() {}

  public var value: Int { state.withLock { $0 } }

  @discardableResult
  public func add(_ count: Int) -> Int {
    state.withLock { state in
      state += count
      return state
    }
  }
}
