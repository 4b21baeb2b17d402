public import Chatter
internal import System

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
  /// The id of the chatt; nil if the message is not that of a chatt with an id.
  public var chattID: ChattID?
  /// The canonical path of the clip's file; nil if the clip has no file.
  public private(set) var path: String?

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

  /// Creates the message of a chatt; its title is the text or the author. Nil without a clip.
  public init?(_ chatt: Chatt) {
    guard let clip = try? chatt.clip() else { return nil }
    self.init(chatt, clip)
  }

  /// Creates a message of a chatt whose clip was received apart from it; nil if it is not valid.
  public init?(_ chatt: Chatt, clip bytes: [UInt8]) {
    guard let clip = try? AudioClip(bytes: bytes) else { return nil }
    self.init(chatt, clip)
  }

  private init(_ chatt: Chatt, _ clip: AudioClip) {
    let text = chatt.message.flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      clip: clip.bytes, author: chatt.username,
      createdAt: chatt.date?.description, duration: clip.facts.duration,
      title: text ?? chatt.username.map { "Message from \($0)" } ?? "Message")
    chattID = chatt.id
  }

  /// Creates a message from the file of a clip; without a title, the file's name is the title.
  ///
  /// Fails with `file` if the file cannot be read, and with `undecodable` if it is not a clip.
  public init(
    contentsOf path: String, author: String? = nil, createdAt: String? = nil,
    title: String? = nil
  ) async throws(AudioError) {
    let canonical = try OpenFile.realPath(path)
    let bytes = try await OpenFile.readClip(canonical)
    let duration: Duration
    do {
      duration = try AudioClip(bytes: bytes).facts.duration
    } catch {
      throw .undecodable("\(path): \(error.description)")
    }
    let name = canonical.split(separator: "/").last.map(String.init)
    self.init(
      clip: bytes, author: author, createdAt: createdAt, duration: duration,
      title: title ?? name ?? canonical)
    self.path = canonical
  }

  /// The URL of the clip's file (RFC 8089); nil if the clip has no file.
  public var url: String? {
    // The characters of a path segment (RFC 3986 section 3.3) and the slash.
    path.map { "file://" + $0.percentEncoded(keeping: "/-._~!$&'()*+,;=:@") }
  }

  /// What media controls show of the message, apart from its place in a queue.
  public var staticMetadata: NowPlaying { nowPlaying(number: 0) }

  /// Returns the message for media controls; the number is unique in its queue.
  func nowPlaying(number: Int) -> NowPlaying {
    NowPlaying(
      trackID: "/chatter/message/\(number)", title: title, artist: author, length: duration,
      contentCreated: createdAt, url: url)
  }
}
