import System

/// The result of work on another thread, with a timeout for its caller.
///
/// GStreamer waits indefinitely for a sound server that accepts a connection and then does not
/// respond. The first result counts, and a timeout is a result: the thread continues until its call
/// returns.
final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var waiter: CheckedContinuation<Void, Never>?
    var timer: Task<Void, Never>?
    var result: Result<Value, AudioError>?
  }

  private let state = Lock(State())

  private init() {}

  /// Starts the work and waits for its result; without a limit if it does not depend on a device.
  static func wait(
    within limit: Duration?, _ start: (Promise) -> Void
  ) async throws(AudioError) -> Value {
    let promise = Promise()
    await withCheckedContinuation { waiter in
      promise.state.withLock { $0.waiter = waiter }
      if let limit { promise.startTimer(limit) }
      start(promise)
    }
    guard let result = promise.state.withLock(\.result) else { throw .engine("no result") }
    return try result.get()
  }

  @discardableResult
  func resolve(_ result: Result<Value, AudioError>) -> Bool {
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
      self.resolve(.failure(.engine("the device timed out after \(limit)")))
    }
    state.withLock { $0.timer = timer }
  }
}
