/// The distance of rewind and fast-forward; the raw value is in seconds.
public enum SkipInterval: Int, CaseIterable, Sendable {
  case ten = 10
  case fifteen = 15

  /// The interval as a duration.
  public var duration: Duration { .seconds(rawValue) }
}
