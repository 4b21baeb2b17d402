/// The state of a player for media controls: the properties of `org.mpris.MediaPlayer2.Player`.
public struct MediaState: Equatable, Sendable {
  /// The playback status; the raw value is the MPRIS name.
  public enum Status: String, Sendable {
    case playing = "Playing"
    case paused = "Paused"
    case stopped = "Stopped"
  }

  /// The playback status.
  public var status = Status.stopped
  /// The current message; nil if there is nothing to play.
  public var nowPlaying: NowPlaying?
  /// The position reported by the engine when this value was made.
  public var position = Duration.zero
  /// The playback rate; 1 is the original speed.
  public var rate = 1.0
  /// The volume, 0...1.
  public var volume = 1.0
  /// Whether the message repeats.
  public var repeats = false
  /// Whether there is a next message.
  public var canGoNext = false
  /// Whether there is a previous message.
  public var canGoPrevious = false
  /// Whether there is something to play or pause.
  public var canPlay = false
  /// Whether the position can be changed.
  public var canSeek = false
  /// Whether the program can be ended.
  public var canQuit = false

  /// Creates the state of a player with nothing to play.
  public init() {}
}

/// The current message, for the desktop's media panel.
public struct NowPlaying: Equatable, Sendable {
  /// A D-Bus object path, unique in the queue.
  public var trackID: String
  /// The title of the message.
  public var title: String
  /// The author of the message.
  public var artist: String?
  /// The duration of the clip.
  public var length: Duration
  /// The time of the post, in ISO 8601.
  public var contentCreated: String?
  /// The URL of the clip's file; nil if the clip has no file.
  public var url: String?
}
