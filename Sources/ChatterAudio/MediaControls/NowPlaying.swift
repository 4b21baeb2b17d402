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
