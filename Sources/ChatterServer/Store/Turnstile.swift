internal import Chatter
internal import Sockets

/// A semaphore for a loop's connections to the database, so that some of them, and the pool's queue,
/// are left for callers that do not wait here.
///
/// Waiters are served by address in rotation, and those of one address in the order in which they
/// came: many responses to one address do not delay those to others.
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

  /// How many wait.
  var waiterCount: Int { state.withLock { $0.waiters.values.reduce(0) { $0 + $1.count } } }

  /// Runs a body when it is its turn, unless it was given up by then.
  ///
  /// The body has a task of its own, which is not cancelled with the caller's: to cancel a statement
  /// costs its connection, and it is soon over.
  ///
  /// - Parameter address: the client that it is for, where those of many share the semaphore.
  nonisolated(nonsending) func run<Value: Sendable>(
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

  nonisolated(nonsending) private func enter(_ address: String) async {
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

  /// Hands the turn on.
  private func leave() {
    let next: CheckedContinuation<Void, Never>? = state.withLock { state in
      let next = state.next()
      if next == nil { state.free += 1 }
      return next
    }
    next?.resume()
  }
}
