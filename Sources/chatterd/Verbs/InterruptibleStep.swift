import Sockets

/// What comes before serving, and may take long: a signal that tells the program to stop ends it.
struct InterruptibleStep {
  let signals: Signals
  let loop: EventLoop
  let log: Log

  /// Runs a step as a task that is cancelled by SIGTERM and SIGINT.
  ///
  /// - Parameter undo: takes back what was done by the time the signal came.
  /// - Returns: nil where it was told to stop.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value,
    undo: (Value) -> Void = { _ in }
  ) async throws -> Value? {
    // It may block, so that it has a thread of its own.
    let thread = try EventLoop(name: "start")
    defer { thread.stop() }
    let work = Task(executorPreference: thread) { try await body() }
    let (signals, loop, log) = (signals, loop, log)
    let listening = Task(executorPreference: loop) {
      while let signal = try? await signals.next(on: loop) {
        guard signal != .hangUp else { continue }
        log.notice("stopping")
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
