/// What a screen shows of the player: the buttons as PlayerUIState has them, and where the clip is.
struct PlayerView: Equatable, Sendable {
  /// Of the record button.
  enum Color: Equatable, Sendable {
    case blue, red, gray
  }

  var recHidden = false
  var recDisabled = false
  var recColor = Color.blue
  /// SF Symbols' names, as the labs have them.
  var recIcon = "largecircle.fill.circle"
  var playIcon = "play"
  var doneIcon = "square.and.arrow.up"
  var playCtlDisabled = true
  var playDisabled = true
  var doneDisabled = false

  /// Whether there is a clip: recorded, or being listened to.
  var hasClip = false
  /// Whether a recording was ended whose clip is not there yet.
  var isFinishing = false
  var currentTime = Duration.zero
  var duration = Duration.zero
  /// Of the microphone, 0...1.
  var level = 0.0
  var volume = 1.0
  var rate = 1.0
  var repeats = false

  var isRecording: Bool { recIcon == "stop.circle" }
  var isPlaying: Bool { playIcon == "pause" }

  /// How much of the clip has been heard, 0...1.
  var progress: Double {
    let whole = TimeText.milliseconds(duration)
    guard whole > 0 else { return 0 }
    return min(1, max(0, Double(TimeText.milliseconds(currentTime)) / Double(whole)))
  }
}
