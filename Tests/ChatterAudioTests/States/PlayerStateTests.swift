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

  @Test func namesEveryStateOfTheFigureOnce() {
    #expect(Self.figure.map(\.state).count == Self.states.count)
    #expect(Set(Self.figure.map(\.state)) == Set(Self.states))
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

  /// Of 50 pairs of state and event, 25 are transitions, 10 are done and 15 are ignored.
  @Test func countsTransitionsDoneAndIgnoredEvents() {
    let transitions = Self.states.flatMap { state in
      TransEvent.allCases.map { event in
        var next = state
        return next.transition(event)
      }
    }
    #expect(transitions.count == 50)
    #expect(transitions.count { $0 == .taken } == 25 + 10)
    #expect(transitions.count { $0 == .ignored } == 15)
  }

  /// All paths from a state to the next start that pass no state twice.
  static func paths(from state: PlayerState, seen: [PlayerState] = []) -> [String] {
    TransEvent.allCases.flatMap { event -> [String] in
      var next = state
      guard next.transition(event) == .taken, !(seen + [state]).contains(next) || next.isStart
      else { return [] }
      if case .start(let mode) = next { return ["\(event) \(mode)"] }
      return paths(from: next, seen: seen + [state]).map { "\(event) \($0)" }
    }
  }

  /// The paths from a recording back to a start.
  static let fromRecording = [
    "recTapped standby", "stopTapped standby", "doneTapped standby", "failed record",
  ]

  @Test func hasFivePathsFromRecordToAStart() {
    let expected = ["doneTapped standby"] + Self.fromRecording.map { "recTapped \($0)" }
    #expect(Set(Self.paths(from: .start(.record))) == Set(expected))
    #expect(Self.paths(from: .start(.record)).count == 5)
  }

  @Test func hasTenPathsFromPlayToAStart() {
    let expected =
      [
        "doneTapped standby", "playTapped stopTapped play", "playTapped failed play",
        "playTapped doneTapped standby", "playTapped playTapped stopTapped standby",
        "playTapped playTapped doneTapped standby",
      ] + Self.fromRecording.map { "playTapped playTapped recTapped \($0)" }
    #expect(Set(Self.paths(from: .start(.play))) == Set(expected))
    #expect(Self.paths(from: .start(.play)).count == 10)
  }

  @Test func hasFourteenPathsFromStandbyToAStart() {
    let expected =
      [
        "doneTapped standby", "playTapped stopTapped standby", "playTapped failed standby",
        "playTapped doneTapped standby", "playTapped playTapped stopTapped standby",
        "playTapped playTapped doneTapped standby",
      ] + Self.fromRecording.map { "recTapped \($0)" }
      + Self.fromRecording.map { "playTapped playTapped recTapped \($0)" }
    #expect(Set(Self.paths(from: .start(.standby))) == Set(expected))
    #expect(Self.paths(from: .start(.standby)).count == 14)
  }

  @Test func keepsTheParentWhilePlayingAndPausingRepeatedly() {
    for mode in [StartMode.play, .standby] {
      var state = PlayerState.start(mode)
      for round in 0..<10 {
        #expect(state.transition(.playTapped) == .taken)
        #expect(state == (round.isMultiple(of: 2) ? .playing(mode) : .paused(mode)))
      }
    }
  }

  @Test func allowsIgnoringTheResultLikeTheLab() {
    var state = PlayerState.start(.record)
    state.transition(.recTapped)
    state.transition(.stopTapped)
    #expect(state == .start(.standby))
  }
}

extension PlayerState {
  var isStart: Bool {
    if case .start = self { true } else { false }
  }
}
