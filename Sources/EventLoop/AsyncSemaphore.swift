/// A semaphore for tasks: at most a number of holders at the same time.
///
/// Waiters are admitted by key in rotation, and those of one key in order of arrival. Many waiters
/// of one key, such as the address of a client, therefore do not delay those of others. A task that
/// is cancelled keeps its place, and checks for the cancellation when it is admitted. Any thread
/// may call everything.
public final class AsyncSemaphore: Sendable {
  private typealias Waiter = CheckedContinuation<Bool, Never>

  private struct State {
    let countMax: Int
    var holderCount = 0
    var isClosed = false
    var waiters = FairQueue<Waiter>(countMax: .max)

    mutating func take() -> Bool {
      guard holderCount < countMax else { return false }
      holderCount += 1
      return true
    }
  }

  private let state: Lock<State>

  /// - Parameter countMax: The maximum number of holders, at least 1.
  public init(countMax: Int) {
    precondition(countMax > 0)
    state = Lock(State(countMax: countMax))
  }

  /// The number of holders.
  public var holderCount: Int { state.withLock { $0.holderCount } }

  /// The number of tasks that wait.
  public var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Waits until there is room for one more holder, which must call `signal` afterwards. Returns
  /// false if the semaphore is closed.
  public func wait(for key: String = "") async -> Bool {
    if state.withLock({ !$0.isClosed && $0.take() }) { return true }
    return await withCheckedContinuation { continuation in
      let isAdmitted: Bool? = state.withLock { state in
        if state.isClosed { return false }
        if state.take() { return true }
        _ = state.waiters.add(continuation, for: key)
        return nil
      }
      if let isAdmitted { continuation.resume(returning: isAdmitted) }
    }
  }

  /// Ends one holding, and admits the next waiter.
  public func signal() {
    let next: Waiter? = state.withLock { state in
      precondition(state.holderCount > 0, "signal without a successful wait")
      let next = state.waiters.next()
      if next == nil { state.holderCount -= 1 }
      return next
    }
    next?.resume(returning: true)
  }

  /// Ends all waits; from now on `wait` returns false.
  public func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      return state.waiters.removeAll()
    }
    for waiter in waiters { waiter.resume(returning: false) }
  }
}
