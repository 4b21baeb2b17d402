/// The visible state of the player: the buttons of PlayerUIState, and the position in the clip.
struct PlayerView: Equatable, Sendable {
  /// The colour of the record button.
  enum Color: Equatable, Sendable {
    case blue, red, gray
  }

  var recHidden = false
  var recDisabled = false
  var recColor = Color.blue
  /// The names of SF Symbols, as in the labs.
  var recIcon = "largecircle.fill.circle"
  var playIcon = "play"
  var doneIcon = "square.and.arrow.up"
  var playCtlDisabled = true
  var playDisabled = true
  var doneDisabled = false

  /// Whether there is a clip, recorded or loaded for listening.
  var hasClip = false
  /// Whether a recording has been stopped and its clip is not complete.
  var isFinishing = false
  var currentTime = Duration.zero
  var duration = Duration.zero
  /// The level of the microphone, 0...1.
  var level = 0.0
  var volume = 1.0
  var rate = 1.0
  var repeats = false

  var isRecording: Bool { recIcon == "stop.circle" }
  var isPlaying: Bool { playIcon == "pause" }

  /// The fraction of the clip that has been played, 0...1.
  var progress: Double {
    let whole = TimeText.milliseconds(duration)
    guard whole > 0 else { return 0 }
    return min(1, max(0, Double(TimeText.milliseconds(currentTime)) / Double(whole)))
  }
}
