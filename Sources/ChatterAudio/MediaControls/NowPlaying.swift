/// The message that is played, as a desktop's panel shows it.
public struct NowPlaying: Equatable, Sendable {
  /// A D-Bus object path that no other message of the queue has.
  public var trackID: String
  /// What stands beside the clip.
  public var title: String
  /// Who says it.
  public var artist: String?
  /// How long it is.
  public var length: Duration
  /// When it was posted, in ISO 8601.
  public var contentCreated: String?

  /// A message, by the facts that are known of it.
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

  /// The same facts under MPRIS's names; those that are unknown are left out.
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
  /// Whole microseconds, cut off; the ends of the numbers where there are more.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return overflow || carry ? (seconds < 0 ? .min : .max) : sum
  }
}
