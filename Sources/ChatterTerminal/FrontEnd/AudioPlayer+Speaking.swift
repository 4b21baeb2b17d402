import ChatterAudio

extension AudioPlayer {
  /// The position in the clip and its duration, with the labels of the accessible player.
  var spokenPosition: String {
    let label = "\(accessibilityLabel) \(accessibilityValue)."
    let duration = "\(durationAccessibilityLabel) \(durationAccessibilityValue)."
    if isPlaying { return "\(label) \(duration)" }
    return isPaused ? "Paused at \(currentTimeString). \(duration)" : label
  }
}
