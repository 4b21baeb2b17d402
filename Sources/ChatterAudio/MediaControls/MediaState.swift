/// What media controls show of a player: the properties of `org.mpris.MediaPlayer2.Player`.
public struct MediaState: Equatable, Sendable {
  /// Whether something is played; the raw value is MPRIS's word for it.
  public enum Status: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  /// Whether it is played.
  public var status = Status.stopped
  /// Nil where there is nothing to be played.
  public var nowPlaying: NowPlaying?
  /// As the engine said it when this was made.
  public var position = Duration.zero
  /// How fast it is played; 1 as it was recorded.
  public var rate = 1.0
  /// What `rate` may be.
  public var rates = 0.5...3.0
  /// How loud, 0...1.
  public var volume = 1.0
  /// Whether the message begins again at its end.
  public var repeats = false
  /// Whether another message follows.
  public var canGoNext = false
  /// Whether there is a message before.
  public var canGoPrevious = false
  /// Whether there is something to play.
  public var canPlay = false
  /// Whether there is something that can be held.
  public var canPause = false
  /// Whether the head can be moved.
  public var canSeek = false
  /// Whether there is a front end to bring to the front.
  public var canRaise = false
  /// Whether the program can be ended.
  public var canQuit = false

  /// The state of a player that has nothing to play.
  public init() {}
}
