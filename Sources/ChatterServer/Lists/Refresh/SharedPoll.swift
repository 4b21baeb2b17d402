internal import Chatter
internal import ChatterStore
internal import System

/// Polls the database once for all callers that wait at the same time. It lives on a loop.
///
/// One poll runs at a time. Callers that arrive meanwhile are served by the next poll, which begins
/// when this one ends: only a poll that started after a request is guaranteed to see every post
/// acknowledged before it.
final class SharedPoll<Value: Sendable> {
  private typealias Outcome = Result<Value, ReadError>

  private let loop: EventLoop
  private var isUnderWay = false
  private var waiters: [CheckedContinuation<Outcome, Never>] = []

  init(on loop: EventLoop) {
    self.loop = loop
  }

  /// Returns the outcome of a poll that begins after this call.
  func outcome<Object>(
    with object: Object, of poll: @escaping @Sendable (Object) async throws(ReadError) -> Value
  ) async throws(ReadError) -> Value {
    let outcome = await withCheckedContinuation { waiter in
      waiters.append(waiter)
      guard !isUnderWay else { return }
      isUnderWay = true
      // In a task of its own: the poll serves all waiters and may outlive the first of them.
      loop.start((self, object)) { shared, object in
        await shared.serve { () throws(ReadError) in try await poll(object) }
      }
    }
    return try outcome.get()
  }

  private func serve(_ poll: () async throws(ReadError) -> Value) async {
    while !waiters.isEmpty {
      let served = waiters
      waiters = []
      let outcome = await Outcome(of: poll)
      for waiter in served { waiter.resume(returning: outcome) }
      // If several callers waited, more are likely to arrive: they share the next poll.
      if served.count > 1 { try? await loop.nextTick() }
    }
    isUnderWay = false
  }
}
