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

  @Test func changesOnlyWhatEachStateNames() {
    #expect(screen(PlayerUIState()) == Screen())
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

  @Test func notifiesObserversOfAButton() async {
    let ui = PlayerUIState()
    await waitForChange(of: ui.playIcon) { ui.propagate(.playing(.play)) }
    #expect(ui.playIcon == .pause)
    await waitForChange(of: ui.recColor) { ui.propagate(.recording) }
    #expect(ui.recColor == .red)
  }
}
