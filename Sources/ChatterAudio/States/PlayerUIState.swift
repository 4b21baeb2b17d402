public import Observation

/// What a screen shows of a player: which buttons there are, what can be pressed, and their looks.
@MainActor @Observable
public final class PlayerUIState {
  /// Whether there is no record button.
  public private(set) var recHidden = false
  /// Whether the record button cannot be pressed.
  public private(set) var recDisabled = false
  /// The colour of the record button.
  public private(set) var recColor = PlayerColor.blue
  /// What the record button shows: what pressing it does.
  public private(set) var recIcon = PlayerIcon.record

  /// Stop, rewind and fast-forward, which go together.
  public private(set) var playCtlDisabled = true

  /// Whether the play button cannot be pressed.
  public private(set) var playDisabled = true
  /// What the play button shows: what pressing it does.
  public private(set) var playIcon = PlayerIcon.play

  /// Whether the done button cannot be pressed.
  public private(set) var doneDisabled = false
  /// What the done button shows.
  public private(set) var doneIcon = PlayerIcon.share

  /// What a screen shows when it is opened for a recording.
  public init() {}

  /// Shows a state; what the state does not name stays as it was.
  public func propagate(_ playerState: PlayerState) {
    switch playerState {
    case .start(.record):
      reset()
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
      playDisabled = true
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

  private func reset() {
    recHidden = false
    enableRecord()
    playCtlDisabled = true
    showPlay(enabled: false)
    doneDisabled = false
    doneIcon = .share
  }

  /// A record button that is enabled is the blue one that begins a recording.
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
