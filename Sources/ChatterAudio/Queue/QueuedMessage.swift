public import Chatter

/// A message in the queue, played or not.
public struct QueuedMessage: Equatable, Sendable {
  /// The file of the clip.
  public var clip: [UInt8]
  /// The author of the message.
  public var author: String?
  /// The time of the post, in ISO 8601; nil if unknown.
  public var createdAt: String?
  /// The duration of the clip.
  public var duration: Duration
  /// The title of the message.
  public var title: String

  /// Creates a message from its metadata.
  public init(
    clip: [UInt8], author: String? = nil, createdAt: String? = nil, duration: Duration,
    title: String
  ) {
    self.clip = clip
    self.author = author
    self.createdAt = createdAt
    self.duration = duration
    self.title = title
  }

  /// Creates the message of a chatt; nil if it has no valid clip.
  ///
  /// The title of a chatt without text names its author.
  public init?(_ chatt: Chatt) {
    guard let clip = try? chatt.clip() else { return nil }
    let text = chatt.message.flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      clip: clip.bytes, author: chatt.username,
      createdAt: chatt.date?.description, duration: clip.facts.duration,
      title: text ?? chatt.username.map { "Message from \($0)" } ?? "Message")
  }

  /// Returns the message for media controls; the number is unique in its queue.
  func nowPlaying(number: Int) -> NowPlaying {
    NowPlaying(
      trackID: "/chatter/message/\(number)", title: title, artist: author, length: duration,
      contentCreated: createdAt)
  }
}
