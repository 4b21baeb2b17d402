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

  /// Creates a message from its metadata.
  public init(
    trackID: String, title: String, artist: String? = nil, length: Duration,
    contentCreated: String? = nil
  ) {
    self.trackID = trackID
    self.title = title
    self.artist = artist
    self.length = length
    self.contentCreated = contentCreated
  }

  /// The metadata under its MPRIS names; unknown values are omitted.
  public var metadata: MPRISMetadata {
    var metadata = MPRISMetadata()
    metadata["mpris:trackid"] = .objectPath(trackID)
    metadata["mpris:length"] = .integer(length.microseconds)
    metadata["xesam:title"] = .string(title)
    if let artist { metadata["xesam:artist"] = .strings([artist]) }
    if let contentCreated { metadata["xesam:contentCreated"] = .string(contentCreated) }
    return metadata
  }
}

extension Duration {
  /// Whole microseconds, truncated; saturates at the bounds of `Int64`.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }
}
