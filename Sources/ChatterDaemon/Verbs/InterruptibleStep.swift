import EventLoop

/// A step before serving that may take long; a stop signal cancels it.
struct InterruptibleStep {
  let signals: Signals
  let loop: EventLoop
  let log: Log

  /// Runs a step as a task that SIGTERM and SIGINT cancel.
  ///
  /// - Parameter undo: Reverts a step that had completed when the signal arrived.
  /// - Returns: The result of the step; nil after a stop signal.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value,
    undo: (Value) -> Void = { _ in }
  ) async throws -> Value? {
    // The step may block, so it has its own thread.
    let thread = try EventLoop(name: "start")
    defer { thread.stop() }
    let work = Task(executorPreference: thread) { try await body() }
    let (signals, loop, log) = (signals, loop, log)
    let listening = Task(executorPreference: loop) {
      while let signal = try? await signals.next(on: loop) {
        guard signal != .hangUp else { continue }
        log.write(.notice, "stopping")
        work.cancel()
        return true
      }
      return false
    }
    let outcome = await work.result
    listening.cancel()
    guard await listening.value else { return try outcome.get() }
    if case .success(let value) = outcome { undo(value) }
    return nil
  }
}
