import ChatterAudio

/// The visible state of the player: the buttons of PlayerUIState, and the position in the clip.
struct PlayerView: Equatable, Sendable {
  var recHidden = false
  var recDisabled = false
  var recColor = PlayerColor.blue
  var recIcon = PlayerIcon.record
  var playIcon = PlayerIcon.play
  var doneIcon = PlayerIcon.share
  var playCtlDisabled = true
  var playDisabled = true
  var doneDisabled = false

  /// Whether there is a clip, recorded or loaded for listening.
  var hasClip = false
  /// Whether a recording has been stopped and its clip is not complete.
  var isFinishing = false
  var currentTime = Duration.zero
  var duration = Duration.zero
  /// The level of the microphone, or of the clip that is playing, 0...1.
  var level = 0.0
  /// The levels of the last seconds, the newest last.
  var levels: [Double] = []
  var volume = 1.0
  var rate = 1.0
  var repeats = false
  /// The distance of back and forward, in seconds.
  var skipSeconds = 10

  var isRecording: Bool { recIcon == .stopRecording }
  var isPlaying: Bool { playIcon == .pause }

  /// The fraction of the clip that has been played, 0...1.
  var progress: Double { duration > .zero ? min(1, max(0, currentTime / duration)) : 0 }
}

extension PlayerView {
  @MainActor
  init(_ player: AudioPlayer) {
    let screen = player.playerUIState
    self.init(
      recHidden: screen.recHidden, recDisabled: screen.recDisabled, recColor: screen.recColor,
      recIcon: screen.recIcon, playIcon: screen.playIcon, doneIcon: screen.doneIcon,
      playCtlDisabled: screen.playCtlDisabled, playDisabled: screen.playDisabled,
      doneDisabled: screen.doneDisabled, hasClip: player.audio != nil,
      isFinishing: player.isFinishingRecording, currentTime: player.currentTime,
      duration: player.duration, level: player.isPlaying ? player.level : player.recorder.level,
      levels: player.recorder.levelHistory, volume: player.volume,
      rate: player.rate, repeats: player.repeats,
      skipSeconds: player.skipInterval.rawValue)
    if isRecording { currentTime = player.recorder.currentTime }
  }
}
