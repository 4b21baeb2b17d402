import ChatterAudio
import Observation
import Testing

@MainActor struct PlayerUIStateTests {
  /// Everything that a screen shows.
  struct Screen: Equatable {
    var recHidden = false
    var recDisabled = false
    var recColor = PlayerColor.blue
    var recIcon = "largecircle.fill.circle"
    var playCtlDisabled = true
    var playDisabled = true
    var playIcon = "play"
    var doneDisabled = false
    var doneIcon = "square.and.arrow.up"
  }

  func screen(_ ui: PlayerUIState) -> Screen {
    Screen(
      recHidden: ui.recHidden, recDisabled: ui.recDisabled, recColor: ui.recColor,
      recIcon: ui.recIcon.rawValue, playCtlDisabled: ui.playCtlDisabled,
      playDisabled: ui.playDisabled, playIcon: ui.playIcon.rawValue,
      doneDisabled: ui.doneDisabled, doneIcon: ui.doneIcon.rawValue)
  }

  /// The changes that the specification names for each state.
  func change(_ screen: inout Screen, for state: PlayerState) {
    func enableRecord() {
      guard !screen.recHidden else { return }
      screen.recDisabled = false
      screen.recColor = .blue
      screen.recIcon = "largecircle.fill.circle"
    }
    switch state {
    case .start(.record): screen = Screen()
    case .start(.play):
      screen.recHidden = true
      (screen.playDisabled, screen.playIcon, screen.playCtlDisabled) = (false, "play", true)
      screen.doneIcon = "xmark.square"
    case .start(.standby):
      enableRecord()
      (screen.playDisabled, screen.playIcon, screen.playCtlDisabled) = (false, "play", true)
      screen.doneDisabled = false
    case .recording:
      (screen.recIcon, screen.recColor, screen.playIcon) = ("stop.circle", .red, "play")
      (screen.playDisabled, screen.playCtlDisabled, screen.doneDisabled) = (true, true, true)
    case .paused:
      enableRecord()
      screen.playIcon = "play"
    case .playing:
      if !screen.recHidden { (screen.recDisabled, screen.recColor) = (true, .grey) }
      (screen.playDisabled, screen.playIcon, screen.playCtlDisabled) = (false, "pause", false)
    }
  }

  /// That state restores the whole screen from every other state.
  @Test func startsAsTheScreenOfARecording() {
    #expect(screen(PlayerUIState()) == Screen())
    for state in PlayerStateTests.states {
      for next in PlayerStateTests.states {
        let ui = PlayerUIState()
        ui.propagate(state)
        ui.propagate(next)
        ui.propagate(.start(.record))
        #expect(screen(ui) == Screen(), "\(state), \(next)")
      }
    }
  }

  /// The screen that has just been opened for a recording.
  static let fromInitial: [(PlayerState, Screen)] =
    [
      (.start(.record), Screen()),
      (
        .start(.play),
        Screen(recHidden: true, playDisabled: false, doneIcon: "xmark.square")
      ),
      (.start(.standby), Screen(playDisabled: false)),
      (.recording, Screen(recColor: .red, recIcon: "stop.circle", doneDisabled: true)),
    ]
    + StartMode.allCases.map { mode in
      (
        .playing(mode),
        Screen(
          recDisabled: true, recColor: .grey, playCtlDisabled: false, playDisabled: false,
          playIcon: "pause")
      )
    }
    + StartMode.allCases.map { (.paused($0), Screen()) }

  @Test func showsWhatEachStateNames() {
    #expect(Self.fromInitial.map(\.0).count == PlayerStateTests.states.count)
    for (state, expected) in Self.fromInitial {
      let ui = PlayerUIState()
      ui.propagate(state)
      #expect(screen(ui) == expected, "\(state)")
    }
  }

  @Test func changesOnlyWhatEachStateNames() {
    for first in PlayerStateTests.states {
      for second in PlayerStateTests.states {
        for third in PlayerStateTests.states {
          let ui = PlayerUIState()
          var expected = Screen()
          for state in [first, second, third] {
            ui.propagate(state)
            change(&expected, for: state)
          }
          #expect(screen(ui) == expected, "\(first), \(second), \(third)")
        }
      }
    }
  }

  @Test func showsARecordingBeingMadePlayedPausedAndStopped() {
    let ui = PlayerUIState()
    var state = PlayerState.start(.record)
    func tap(_ event: TransEvent) -> Screen {
      state.transition(event)
      ui.propagate(state)
      return screen(ui)
    }
    #expect(tap(.recTapped) == Screen(recColor: .red, recIcon: "stop.circle", doneDisabled: true))
    #expect(tap(.recTapped) == Screen(playDisabled: false))
    #expect(
      tap(.playTapped)
        == Screen(
          recDisabled: true, recColor: .grey, playCtlDisabled: false, playDisabled: false,
          playIcon: "pause"))
    #expect(tap(.playTapped) == Screen(playCtlDisabled: false, playDisabled: false))
    #expect(tap(.stopTapped) == Screen(playDisabled: false))
  }

  @Test func notifiesObserversOfAButton() async {
    let ui = PlayerUIState()
    await waitForChange(of: ui.playIcon) { ui.propagate(.playing(.play)) }
    #expect(ui.playIcon == .pause)
    await waitForChange(of: ui.recColor) { ui.propagate(.recording) }
    #expect(ui.recColor == .red)
  }
}
