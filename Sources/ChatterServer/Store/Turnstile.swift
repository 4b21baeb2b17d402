internal import Chatter
internal import Sockets

/// Lets so many use a loop's connections at a time, and the others in the order in which they come:
/// so that some connections are left for whoever is not asked to wait here, and the pool's queue for
/// him, too.
final class Turnstile: Sendable {
  private struct State {
    var free: Int
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let loop: EventLoop
  private let state: Lock<State>

  init(countMax: Int, on loop: EventLoop) {
    precondition(countMax > 0)
    self.loop = loop
    state = Lock(State(free: countMax))
  }

  /// How many wait.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Runs a body when it is its turn, unless it was given up by then.
  ///
  /// The body has a task of its own, which is not cancelled with the caller's: to cancel a statement
  /// costs its connection, and it is soon over.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(TimelineError) -> Value
  ) async throws(TimelineError) -> Value {
    await enter()
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

  nonisolated(nonsending) private func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiters.append(continuation)
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
      if !state.waiters.isEmpty { return state.waiters.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
