import Threads

/// What is typed, and the signals that ask for an end, for the steps of one verb.
///
/// The first signal ends the step that runs; none that follows begins.
@MainActor
final class Interruption {
  /// How long a step may take to end before the signal does what it does by itself.
  private static let patience = Duration.seconds(3)

  /// The first signal that asked for an end.
  private(set) var signal: Int32?
  private var listeners: [AsyncStream<TerminalEvent>.Continuation] = []
  private var step: Task<Result<Void, Trouble>, Never>?
  /// Asked where the main actor may be held up, as by a file that is read and gives nothing.
  private let steps = Steps()

  /// - Parameter die: what is done where a step does not end.
  init(
    _ events: AsyncStream<TerminalEvent>,
    die: @escaping @Sendable (Int32) -> Void = TerminalSignals.die
  ) {
    Task.detached { [weak self, steps] in
      for await event in events {
        if let number = event.endingSignal {
          Task.detached {
            try? await Task.sleep(for: Self.patience)
            if steps.isRunning.withLock(\.self) { die(number) }
          }
        }
        await self?.take(event)
      }
    }
  }

  /// What comes from now on, for a step that ends itself; a signal that has come already is in it.
  func events() -> AsyncStream<TerminalEvent> {
    let (events, more) = AsyncStream<TerminalEvent>.makeStream()
    if let signal { more.yield(.signal(signal)) }
    listeners.append(more)
    return events
  }

  /// Takes a step, which a signal cancels; it is not begun where one has come before.
  func run(
    _ work: @escaping @MainActor () async throws(Trouble) -> Void
  ) async throws(Trouble) {
    if signal != nil { return }
    let step = Task { () -> Result<Void, Trouble> in
      do throws(Trouble) {
        return .success(try await work())
      } catch {
        return .failure(error)
      }
    }
    self.step = step
    steps.isRunning.withLock { $0 = true }
    let result = await step.value
    steps.isRunning.withLock { $0 = false }
    self.step = nil
    try result.get()
  }

  private func take(_ event: TerminalEvent) {
    for listener in listeners { listener.yield(event) }
    guard let number = event.endingSignal, signal == nil else { return }
    signal = number
    step?.cancel()
  }
}

/// Whether a step runs.
private final class Steps: Sendable {
  let isRunning = Lock(false)
}

extension TerminalEvent {
  /// The signal that it is, where that asks for an end.
  fileprivate var endingSignal: Int32? {
    guard case .signal(let number) = self, TerminalSignals.ending.contains(number) else {
      return nil
    }
    return number
  }
}
