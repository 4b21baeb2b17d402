private import Chatter

extension AudioPlayer {
  /// The clip in base64, as a chatt takes it.
  public var audioBase64: String? {
    audio.map { String(decoding: Base64.encode($0[...]), as: UTF8.self) }
  }

  /// Whether a clip plays.
  public var isPlaying: Bool {
    if case .playing = playerState { true } else { false }
  }

  /// Whether a clip is held.
  public var isPaused: Bool {
    if case .paused = playerState { true } else { false }
  }

  /// Where in the clip the engine is, asked at each call.
  public var currentTime: Duration {
    access(keyPath: \.currentTime)
    guard let playback else { return .zero }
    return min(max(playback.currentTime, .zero), playback.duration)
  }

  /// How much of the clip has been heard, 0...1.
  public var progress: Double {
    duration > .zero ? min(max(currentTime / duration, 0), 1) : 0
  }

  /// Where it is, as a clock shows it: `00:07`, from an hour on `1:00:07`.
  public var currentTimeString: String { currentTime.clockText }

  /// How long the clip is, as a clock shows it.
  public var durationString: String { duration.clockText }

  /// How loud, 0...1; clamped.
  public var volume: Double {
    get { chosenVolume }
    set {
      guard !newValue.isNaN else { return }
      chosenVolume = min(max(newValue, 0), 1)
      playback?.setVolume(chosenVolume)
    }
  }

  /// What `rate` may be.
  public static let rates = 0.5...3.0

  /// How fast, 0.5...3, with the pitch kept; clamped, and left as it is while the engine does not
  /// keep up with what is asked of it.
  public var rate: Double {
    get { chosenRate }
    set {
      guard !newValue.isNaN else { return }
      let clamped = min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound)
      guard clamped != chosenRate, pendingIsBelowMax else { return }
      chosenRate = clamped
      perform { player async throws(AudioError) in
        try await player.playback?.setRate(player.chosenRate)
        player.tellPosition()
      }
    }
  }

  /// Whether the clip begins again when it has been heard.
  public var repeats: Bool {
    get { chosenRepeats }
    set { chosenRepeats = newValue }
  }

  /// What a screen reader calls the progress bar.
  public var accessibilityLabel: String { "Playing at" }

  /// What a screen reader says of the progress bar.
  public var accessibilityValue: String { currentTimeString }

  /// What a screen reader calls the length of the clip.
  public var durationAccessibilityLabel: String { "Duration" }

  /// What a screen reader says of the length of the clip.
  public var durationAccessibilityValue: String { durationString }
}
