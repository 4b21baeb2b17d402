import ChatterAudio
import TestSupport
import Testing

@testable import ChatterTerminal

extension FrontEndOptions {
  /// The options of a person named ann.
  static func fixture(
    pollInterval: Duration = .seconds(60), isPlain: Bool = false
  ) -> FrontEndOptions {
    FrontEndOptions(
      pollInterval: pollInterval, isPlain: isPlain, color: .never, sound: SoundChoice(),
      place: ServerPlace(url: "https://h"), username: "ann")
  }
}

extension AsyncStream<TerminalEvent> {
  /// Returns input of these chunks, followed by its end.
  static func input(_ chunks: [String]) -> AsyncStream<TerminalEvent> {
    let (input, typing) = makeStream()
    for chunk in chunks { typing.yield(.bytes(Array(chunk.utf8))) }
    typing.yield(.ended)
    return input
  }
}

extension FrontEndSession {
  convenience init(
    _ source: FakeSource, _ player: AudioPlayer, pollInterval: Duration = .seconds(60),
    isPlain: Bool = false
  ) {
    self.init(
      .fixture(pollInterval: pollInterval, isPlain: isPlain), source: source, player: player)
  }

  /// Processes the outcomes, as a user interface does; a second reader would end the stream.
  func takeOutcomes() {
    let outcomes = outcomes
    Task { [weak self] in
      for await outcome in outcomes { self?.take(outcome) }
    }
  }

  /// Ticks, as a user interface does, until a condition holds.
  func eventually(
    at location: SourceLocation = #_sourceLocation, _ condition: () -> Bool
  ) async throws {
    try await TestSupport.eventually(at: location) {
      tick()
      return condition()
    }
  }
}
