/// The `Metadata` property of `org.mpris.MediaPlayer2.Player`: a D-Bus `a{sv}`, sorted by key (the
/// MPRIS v2 metadata guidelines of freedesktop.org).
public struct MPRISMetadata: Equatable, Sendable {
  /// A value with its D-Bus type.
  public enum Value: Equatable, Sendable {
    /// D-Bus type `s`.
    case string(String)
    /// D-Bus type `as`.
    case strings([String])
    /// D-Bus type `x`; microseconds for `mpris:length`.
    case integer(Int64)
    /// D-Bus type `o`.
    case objectPath(String)
  }

  /// The track id when there is no track.
  public static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  private var values: [String: Value] = [:]

  /// Creates empty metadata.
  public init() {}

  /// The value of a key such as `xesam:title`; nil if absent.
  public subscript(key: String) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// The entries, sorted by key.
  public var entries: [(key: String, value: Value)] {
    values.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
  }
}
