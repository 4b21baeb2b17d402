/// The events that a front end handles one after the other.
@MainActor
struct FrontEndEvents {
  enum Event: Sendable {
    case terminal(TerminalEvent)
    case outcome(FrontEndSession.Outcome)
    /// The time to poll the player.
    case tick
  }

  private static let tickInterval = Duration.milliseconds(100)

  /// Unbounded: only the main actor fills it, and the main actor drains it.
  let stream: AsyncStream<Event>
  private let sources: [Task<Void, Never>]

  init(of session: FrontEndSession, input: AsyncStream<TerminalEvent>) {
    let (stream, more) = AsyncStream<Event>.makeStream()
    self.stream = stream
    sources = [
      Task { for await event in input { more.yield(.terminal(event)) } },
      Task { for await outcome in session.outcomes { more.yield(.outcome(outcome)) } },
      Task {
        while (try? await Task.sleep(for: Self.tickInterval)) != nil { more.yield(.tick) }
      },
    ]
  }

  func cancel() {
    for source in sources { source.cancel() }
  }
}
