/// The limits of the timeline.
public struct RetentionLimits: Sendable, Hashable {
  /// What happens when the timeline has reached `bytesMax`.
  public enum WhenFull: String, Sendable, CaseIterable {
    /// The oldest chatts are deleted in the background.
    case deleteOldest = "delete-oldest"
    /// Posts are refused until chatts are deleted.
    case refuse
  }

  /// Bytes that are counted for one chatt besides its text and clip: its row and the index entries.
  public static let rowBytes = 150

  /// Maximum bytes of text, clips and rows; nil for no limit.
  public var bytesMax: Int?
  public var whenFull = WhenFull.deleteOldest
  /// Maximum age of a chatt; nil for no limit.
  public var ageMax: Duration?

  public init() {}

  /// Whether there are no limits.
  public var isEmpty: Bool { bytesMax == nil && ageMax == nil }
}
