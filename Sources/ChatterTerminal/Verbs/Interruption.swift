import System

/// The input and the signals during the steps of one verb, which catches only the signals that end
/// the program. The first signal ends the current step, and no step starts after it.
@MainActor
final class Interruption {
  /// The time that a step may take to end before the signal's default action is performed.
  private static let stepTimeout = Duration.seconds(3)

  private(set) var signal: Int32?
  private var listeners: [AsyncStream<TerminalEvent>.Continuation] = []
  private var step: Task<Result<Void, ExitError>, Never>?
  /// Whether a step is running; read outside of the main actor, which a step may block.
  private let isRunning = Lock(false)

  /// - Parameter terminate: Ends the program if a step does not end in time.
  init(
    _ events: AsyncStream<TerminalEvent>,
    terminate: @escaping @Sendable (Int32) -> Void = TerminalSignals.terminate
  ) {
    Task.detached { [weak self] in
      for await event in events {
        if case .signal(let number) = event {
          Task.detached {
            try? await Task.sleep(for: Self.stepTimeout)
            if let self, self.isRunning.withLock(\.self) { terminate(number) }
          }
        }
        await self?.take(event)
      }
    }
  }

  /// Returns the events from now on, for a step that ends itself, and a signal that arrived before.
  func events() -> AsyncStream<TerminalEvent> {
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    if let signal { more.yield(.signal(signal)) }
    listeners.append(more)
    return events
  }

  /// Runs a step, which a signal cancels; after a signal it does not start.
  func run(
    _ work: @escaping @MainActor () async throws(ExitError) -> Void
  ) async throws(ExitError) {
    if signal != nil { return }
    let step = Task { () -> Result<Void, ExitError> in
      do throws(ExitError) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    }
    self.step = step
    isRunning.withLock { $0 = true }
    let result = await step.value
    isRunning.withLock { $0 = false }
    self.step = nil
    try result.get()
  }

  private func take(_ event: TerminalEvent) {
    for listener in listeners { listener.yield(event) }
    guard case .signal(let number) = event, signal == nil else { return }
    signal = number
    step?.cancel()
  }
}
