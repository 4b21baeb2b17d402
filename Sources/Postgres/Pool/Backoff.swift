/// How long to wait before the next attempt: doubling from the first delay up to the longest.
///
/// The chance part (a quarter up or down) keeps many servers from knocking at one instant.
public struct Backoff: Sendable, Hashable {
  public var first: Duration
  public var longest: Duration

  public init(first: Duration, longest: Duration) {
    precondition(first > .zero && longest >= first)
    self.first = first
    self.longest = longest
  }

  /// The delay after so many failures in a row, at least one.
  ///
  /// - Parameter chance: from 0 up to, not including, 1.
  public func delay(failures: Int, chance: Double) -> Duration {
    var delay = first
    for _ in 1..<max(1, failures) {
      guard delay < longest else { break }
      delay = delay * 2
    }
    return min(delay, longest) * (0.75 + chance / 2)
  }
}
