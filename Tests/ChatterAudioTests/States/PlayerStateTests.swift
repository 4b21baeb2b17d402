import ChatterAudio
import Testing

struct PlayerStateTests {
  typealias Row = (state: PlayerState, arrows: [TransEvent: PlayerState])

  /// All states.
  static let states: [PlayerState] =
    StartMode.allCases.map { .start($0) } + [.recording]
    + StartMode.allCases.map { .playing($0) } + StartMode.allCases.map { .paused($0) }

  /// The transitions in the figure of the lab; other events change nothing.
  static let figure: [Row] =
    [
      (.start(.record), [.recTapped: .recording]),
      (.start(.play), [.playTapped: .playing(.play)]),
      (.start(.standby), [.recTapped: .recording, .playTapped: .playing(.standby)]),
      (
        .recording,
        [
          .recTapped: .start(.standby), .stopTapped: .start(.standby), .failed: .start(.record),
        ]
      ),
    ]
    + StartMode.allCases.map { mode in
      (
        .playing(mode),
        [.playTapped: .paused(mode), .stopTapped: .start(mode), .failed: .start(mode)]
      )
    }
    + StartMode.allCases.map { mode in
      (
        .paused(mode),
        [.recTapped: .recording, .playTapped: .playing(mode), .stopTapped: .start(.standby)]
      )
    }

  @Test(arguments: states)
  func followsTheTransitionsOfTheFigure(state: PlayerState) throws {
    let arrows = try #require(Self.figure.first { $0.state == state }?.arrows)
    for event in TransEvent.allCases {
      var next = state
      let transition = next.transition(event)
      let target = event == .doneTapped ? .start(.standby) : arrows[event]
      #expect(next == target ?? state, "\(state), \(event)")
      #expect(transition == (target == nil ? .ignored : .taken), "\(state), \(event)")
    }
  }
}
