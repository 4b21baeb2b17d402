internal import Chatter
internal import EventLoop

/// A semaphore for a loop's connections to the database. It leaves some connections, and the pool's
/// queue, to callers that do not wait here.
///
/// Waiters are admitted by address in rotation, and those of one address in order of arrival. Many
/// responses to one address do not delay those to others.
final class Turnstile: Sendable {
  private typealias Waiter = CheckedContinuation<Void, Never>

  private struct State {
    var free: Int
    var waiters: [String: ArraySlice<Waiter>] = [:]
    /// The addresses that have waiters, the next one first.
    var rotation: ArraySlice<String> = []

    mutating func next() -> Waiter? {
      guard let address = rotation.popFirst(), var queue = waiters[address] else { return nil }
      let waiter = queue.popFirst()
      waiters[address] = queue.isEmpty ? nil : queue
      if !queue.isEmpty { rotation.append(address) }
      return waiter
    }
  }

  private let loop: EventLoop
  private let state: Lock<State>

  init(countMax: Int, on loop: EventLoop) {
    precondition(countMax > 0)
    self.loop = loop
    state = Lock(State(free: countMax))
  }

  /// The number of waiters.
  var waiterCount: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

  /// Runs a body when the semaphore admits it, unless the task has been cancelled by then.
  ///
  /// The body runs in a task of its own, which is not cancelled with the caller's task: to cancel a
  /// statement costs its connection, and a statement is short.
  ///
  /// - Parameter address: the client that the body runs for, if several clients share the
  ///   semaphore.
  func run<Value: Sendable>(
    for address: String = "", _ body: @escaping @Sendable () async throws(TimelineError) -> Value
  ) async throws(TimelineError) -> Value {
    await enter(address)
    defer { leave() }
    guard !Task.isCancelled else { throw .cancelled }
    let task = Task(executorPreference: loop) {
      do throws(TimelineError) {
        return Result<Value, TimelineError>.success(try await body())
      } catch {
        return .failure(error)
      }
    }
    return try await task.value.get()
  }

  private func enter(_ address: String) async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          if state.waiters[address] == nil { state.rotation.append(address) }
          state.waiters[address, default: []].append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Admits the next waiter.
  private func leave() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      let next = state.next()
      if next == nil { state.free += 1 }
      return next
    }
    next?.resume()
  }
}
