/// How far rewind and fast-forward go; the raw value is in seconds.
public enum SkipInterval: Int, CaseIterable, Sendable {
  case ten = 10
  case fifteen = 15

  /// The same as a duration.
  public var duration: Duration { .seconds(rawValue) }
}
