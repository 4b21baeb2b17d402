/// The `Metadata` property of `org.mpris.MediaPlayer2.Player`: a D-Bus `a{sv}`, in the order of its
/// keys (the MPRIS v2 metadata guidelines of freedesktop.org).
public struct MPRISMetadata: Equatable, Sendable {
  /// A value, by its type on the bus.
  public enum Value: Equatable, Sendable {
    /// D-Bus type `s`.
    case string(String)
    /// D-Bus type `as`.
    case strings([String])
    /// D-Bus type `x`; of `mpris:length`, in microseconds.
    case integer(Int64)
    /// D-Bus type `o`.
    case objectPath(String)
  }

  /// The track where there is none.
  public static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  private var values: [String: Value] = [:]

  /// Metadata of which nothing is known.
  public init() {}

  /// The value under a name (`xesam:title`); nil where there is none.
  public subscript(key: String) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// What it holds, in the order of the keys.
  public var entries: [(key: String, value: Value)] {
    values.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
  }
}
