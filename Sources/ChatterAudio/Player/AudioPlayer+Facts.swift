private import Chatter

extension AudioPlayer {
  /// The clip in base64, the form used in a chatt.
  public var audioBase64: String? {
    audio.map { String(decoding: Base64.encode($0[...]), as: UTF8.self) }
  }

  /// Whether a clip is playing.
  public var isPlaying: Bool {
    if case .playing = playerState { true } else { false }
  }

  /// Whether a clip is paused.
  public var isPaused: Bool {
    if case .paused = playerState { true } else { false }
  }

  /// The playback position, queried from the engine at each call.
  public var currentTime: Duration {
    access(keyPath: \.currentTime)
    guard let playback else { return .zero }
    return min(max(playback.currentTime, .zero), playback.duration)
  }

  /// The part of the clip that has been played, 0...1.
  public var progress: Double {
    duration > .zero ? min(max(currentTime / duration, 0), 1) : 0
  }

  /// The position as clock text: `00:07`, or `1:00:07` from one hour on.
  public var currentTimeString: String { currentTime.clockText }

  /// The duration of the clip as clock text.
  public var durationString: String { duration.clockText }

  /// The volume, 0...1; clamped.
  public var volume: Double {
    get { chosenVolume }
    set {
      guard !newValue.isNaN else { return }
      chosenVolume = min(max(newValue, 0), 1)
      playback?.setVolume(chosenVolume)
    }
  }

  /// The permitted range of `rate`.
  public nonisolated static let rates = 0.5...3.0

  /// The playback rate, 0.5...3, with the pitch preserved; clamped. A new value is ignored while
  /// too many operations of the engine are pending.
  public var rate: Double {
    get { chosenRate }
    set {
      guard !newValue.isNaN else { return }
      let clamped = min(max(newValue, Self.rates.lowerBound), Self.rates.upperBound)
      guard clamped != chosenRate, pendingIsBelowMax else { return }
      chosenRate = clamped
      perform { player async throws(AudioError) in
        try await player.playback?.setRate(player.chosenRate)
        player.notifyPositionChange()
      }
    }
  }

  /// The accessibility label of the progress bar: of the position while playing, else the duration.
  public var accessibilityLabel: String { isPlaying ? "Playing at" : durationAccessibilityLabel }

  /// The accessibility value of the progress bar, for its label.
  public var accessibilityValue: String {
    isPlaying ? currentTimeString : durationAccessibilityValue
  }

  /// The accessibility label of the clip's duration.
  public var durationAccessibilityLabel: String { "Duration" }

  /// The accessibility value of the clip's duration.
  public var durationAccessibilityValue: String { durationString }
}
