import Threads

/// An answer that another thread gives, waited for no longer than a limit.
///
/// GStreamer waits without one for a sound server that takes a connection and then says nothing. The
/// first answer counts, and the end of the time is one: the thread is left to come back when it can.
final class Answer<Value: Sendable>: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Void, Never>?
    var timer: Task<Void, Never>?
    var result: Result<Value, AudioError>?
  }

  private let state = Lock(State())

  private init() {}

  /// Asks, and waits for what comes of it.
  ///
  /// - Parameter limit: nil waits without end, for what needs nobody else.
  static func wait(
    within limit: Duration?, _ ask: (Answer) -> Void
  ) async throws(AudioError) -> Value {
    let answer = Answer()
    await withCheckedContinuation { waiter in
      answer.state.withLock { $0.waiter = waiter }
      if let limit { answer.startTimer(limit) }
      ask(answer)
    }
    guard let result = answer.state.withLock(\.result) else { throw .engine("no answer") }
    return try result.get()
  }

  /// Gives the answer; false where there was one before, and nobody waits any more.
  @discardableResult
  func give(_ result: Result<Value, AudioError>) -> Bool {
    let (waiter, timer) = state.withLock { state in
      defer { (state.waiter, state.timer) = (nil, nil) }
      if state.waiter != nil { state.result = result }
      return (state.waiter, state.timer)
    }
    timer?.cancel()
    waiter?.resume()
    return waiter != nil
  }

  private func startTimer(_ limit: Duration) {
    let timer = Task.detached {
      guard (try? await Task.sleep(for: limit)) != nil else { return }
      self.give(.failure(.engine("the device has not answered within \(limit)")))
    }
    state.withLock { $0.timer = timer }
  }
}
