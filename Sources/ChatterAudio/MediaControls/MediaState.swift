/// What media controls show of a player: the properties of `org.mpris.MediaPlayer2.Player`.
public struct MediaState: Equatable, Sendable {
  /// Whether something is played; the raw value is MPRIS's word for it.
  public enum Status: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  public var status = Status.stopped
  /// Nil where there is nothing to be played.
  public var nowPlaying: NowPlaying?
  /// As the engine said it when this was made.
  public var position = Duration.zero
  public var rate = 1.0
  /// What `rate` may be.
  public var rates = 0.5...3.0
  public var volume = 1.0
  public var repeats = false
  public var canGoNext = false
  public var canGoPrevious = false
  public var canPlay = false
  public var canPause = false
  public var canSeek = false

  /// The state of a player that has nothing to play.
  public init() {}
}
