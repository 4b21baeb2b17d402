public import Observation

/// The buttons of a player's screen: which are shown, which are enabled, and how they look.
@MainActor @Observable
public final class PlayerUIState {
  /// Whether the record button is hidden.
  public private(set) var recHidden = false
  /// Whether the record button is disabled.
  public private(set) var recDisabled = false
  /// The colour of the record button.
  public private(set) var recColor = PlayerColor.blue
  /// The icon of the record button, which shows the action of a press.
  public private(set) var recIcon = PlayerIcon.record

  /// Whether stop, rewind and fast-forward are disabled.
  public private(set) var playCtlDisabled = true

  /// Whether the play button is disabled.
  public private(set) var playDisabled = true
  /// The icon of the play button, which shows the action of a press.
  public private(set) var playIcon = PlayerIcon.play

  /// Whether the done button is disabled.
  public private(set) var doneDisabled = false
  /// The icon of the done button.
  public private(set) var doneIcon = PlayerIcon.share

  /// Creates the state of a screen that opens for a recording.
  public init() {}

  /// Updates the buttons for a state; properties that the state does not affect keep their values.
  public func propagate(_ playerState: PlayerState) {
    switch playerState {
    case .start(.record):
      recHidden = false
      enableRecord()
      playCtlDisabled = true
      showPlay(enabled: false)
      doneDisabled = false
      doneIcon = .share
    case .start(.play):
      recHidden = true
      showPlay(enabled: true)
      playCtlDisabled = true
      doneIcon = .close
    case .start(.standby):
      if !recHidden { enableRecord() }
      showPlay(enabled: true)
      playCtlDisabled = true
      doneDisabled = false
    case .recording:
      recIcon = .stopRecording
      recColor = .red
      showPlay(enabled: false)
      playCtlDisabled = true
      doneDisabled = true
    case .paused:
      if !recHidden { enableRecord() }
      playIcon = .play
    case .playing:
      if !recHidden {
        recDisabled = true
        recColor = .grey
      }
      playIcon = .pause
      playDisabled = false
      playCtlDisabled = false
    }
  }

  /// The enabled record button is always the blue one that starts a recording.
  private func enableRecord() {
    recIcon = .record
    recDisabled = false
    recColor = .blue
  }

  private func showPlay(enabled: Bool) {
    playIcon = .play
    playDisabled = !enabled
  }
}

/// The colour of the record button.
public enum PlayerColor: Hashable, Sendable {
  case blue, red, grey
}

/// The icon of a button; the raw value is its SF Symbols name.
public enum PlayerIcon: String, CaseIterable, Sendable {
  case record = "largecircle.fill.circle"
  case stopRecording = "stop.circle"
  case play = "play"
  case pause = "pause"
  /// The done button when the clip is sent with a message.
  case share = "square.and.arrow.up"
  /// The done button when there is nothing to send.
  case close = "xmark.square"
}
