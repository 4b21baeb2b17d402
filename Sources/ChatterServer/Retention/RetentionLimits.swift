/// How much of the timeline is kept.
public struct RetentionLimits: Sendable, Hashable {
  /// What happens when the timeline has reached `bytesMax`.
  public enum WhenFull: String, Sendable, CaseIterable {
    /// The oldest chatts are deleted in the background.
    case deleteOldest = "delete-oldest"
    /// Posts are refused until somebody deletes chatts.
    case refuse
  }

  /// What one chatt counts beside its text and clip: its row and the entries in the indexes.
  public static let rowBytes = 150

  /// Bytes of text, clips and rows; nil for no limit.
  public var bytesMax: Int?
  public var whenFull = WhenFull.deleteOldest
  /// How long a chatt is kept; nil for ever.
  public var ageMax: Duration?

  public init() {}

  /// Whether there is nothing to do.
  public var isEmpty: Bool { bytesMax == nil && ageMax == nil }
}
