/// A semaphore for tasks: at most a number of holders at the same time.
///
/// Waiters are admitted by key in rotation, and those of one key in order of arrival. Many waiters
/// of one key, such as the address of a client, therefore do not delay those of others. Holders of
/// one key do not either if the semaphore has a share: a key that has its share waits. A task that
/// is cancelled keeps its place, and checks for the cancellation when it is admitted. Any thread
/// may call everything.
public final class AsyncSemaphore: Sendable {
  private typealias Waiter = CheckedContinuation<Bool, Never>

  private struct State {
    let countMax: Int
    let shareMax: Int
    var holderCount = 0
    /// The number of holders of each key; empty without a share.
    var shares: [String: Int] = [:]
    var isClosed = false
    var waiters = FairQueue<Waiter>(countMax: .max)

    func hasShare(_ key: String) -> Bool { shares[key, default: 0] < shareMax }

    mutating func take(_ key: String) -> Bool {
      guard holderCount < countMax, hasShare(key) else { return false }
      holderCount += 1
      if shareMax < countMax { shares[key, default: 0] += 1 }
      return true
    }

    mutating func giveBack(_ key: String) {
      precondition(holderCount > 0, "signal without a successful wait")
      holderCount -= 1
      guard shareMax < countMax else { return }
      let count = shares[key, default: 0] - 1
      precondition(count >= 0, "signal for another key than the wait")
      shares[key] = count > 0 ? count : nil
    }
  }

  private let state: Lock<State>

  /// - Parameters:
  ///   - countMax: The maximum number of holders, at least 1.
  ///   - shareMax: The maximum number of holders of one key, at least 1; nil for `countMax`.
  public init(countMax: Int, shareMax: Int? = nil) {
    let shareMax = min(shareMax ?? countMax, countMax)
    precondition(countMax > 0 && shareMax > 0)
    state = Lock(State(countMax: countMax, shareMax: shareMax))
  }

  /// The number of holders.
  public var holderCount: Int { state.withLock { $0.holderCount } }

  /// The number of tasks that wait.
  public var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Waits until there is room for one more holder, which must call `signal` for the same key
  /// afterwards. Returns false if the semaphore is closed.
  public func wait(for key: String = "") async -> Bool {
    if state.withLock({ !$0.isClosed && $0.take(key) }) { return true }
    return await withCheckedContinuation { continuation in
      let isAdmitted: Bool? = state.withLock { state in
        if state.isClosed { return false }
        if state.take(key) { return true }
        _ = state.waiters.add(continuation, for: key)
        return nil
      }
      if let isAdmitted { continuation.resume(returning: isAdmitted) }
    }
  }

  /// Ends one holding, and admits the next waiter.
  public func signal(for key: String = "") {
    let next: Waiter? = state.withLock { state in
      state.giveBack(key)
      guard let next = state.waiters.next(where: { [state] in state.hasShare($0) }) else {
        return nil
      }
      _ = state.take(next.key)
      return next.element
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
