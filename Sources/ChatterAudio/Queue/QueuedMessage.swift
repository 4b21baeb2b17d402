public import Chatter

/// A message that waits to be heard, or has been.
public struct QueuedMessage: Equatable, Sendable {
  /// The clip's file.
  public var clip: [UInt8]
  /// Who says it.
  public var author: String?
  /// When it was posted, in ISO 8601; nil where that cannot be said.
  public var createdAt: String?
  /// How long the clip is.
  public var duration: Duration
  /// What stands beside the clip.
  public var title: String

  /// A message, by what is known of it.
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

  /// The message of a chatt; nil where it has no clip that can be read as one.
  ///
  /// A chatt without words has its author's name for a title.
  public init?(_ chatt: Chatt) {
    guard let bytes = try? chatt.audioBytes(), let clip = try? AudioClip(bytes: bytes) else {
      return nil
    }
    let text = chatt.message.flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      clip: bytes, author: chatt.username,
      createdAt: chatt.date?.description, duration: clip.facts.duration,
      title: text ?? chatt.username.map { "Message from \($0)" } ?? "Message")
  }

  /// What a desktop's panel shows of it; the number is its own in its queue.
  func nowPlaying(number: Int) -> NowPlaying {
    NowPlaying(
      trackID: "/chatter/message/\(number)", title: title, artist: author, length: duration,
      contentCreated: createdAt)
  }
}
