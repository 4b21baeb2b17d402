/// What is typed, and the signals that ask for an end, for the steps of one verb.
///
/// The first signal ends the step that runs; none that follows begins.
@MainActor
final class Interruption {
  /// How long a step may take to end before the signal does what it does by itself.
  private static let patience = Duration.seconds(3)

  /// The first signal that asked for an end.
  private(set) var signal: Int32?
  private let die: @MainActor (Int32) -> Void
  private var listeners: [AsyncStream<TerminalEvent>.Continuation] = []
  private var step: Task<Result<Void, Trouble>, Never>?

  /// - Parameter die: what is done where a step does not end.
  init(
    _ events: AsyncStream<TerminalEvent>,
    die: @escaping @MainActor (Int32) -> Void = TerminalSignals.die
  ) {
    self.die = die
    Task { [weak self] in
      for await event in events { self?.take(event) }
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
    let result = await step.value
    self.step = nil
    try result.get()
  }

  private func take(_ event: TerminalEvent) {
    for listener in listeners { listener.yield(event) }
    guard case .signal(let number) = event, TerminalSignals.ending.contains(number), signal == nil
    else { return }
    signal = number
    guard let step else { return }
    step.cancel()
    Task { [die] in
      try? await Task.sleep(for: Self.patience)
      if self.step == step { die(number) }
    }
  }
}
