/// An exponential backoff: the delay doubles from the first up to the longest.
///
/// A random part (a quarter up or down) keeps many servers from retrying at the same instant.
public struct Backoff: Sendable, Hashable {
  public var first: Duration
  public var longest: Duration

  public init(first: Duration, longest: Duration) {
    precondition(first > .zero && longest >= first)
    self.first = first
    self.longest = longest
  }

  /// Returns the delay after a number of consecutive failures, at least one. `chance` is a random
  /// number from 0 up to, but not including, 1.
  public func delay(failures: Int, chance: Double) -> Duration {
    var delay = first
    for _ in 1..<max(1, failures) {
      guard delay < longest else { break }
      delay = delay * 2
    }
    return min(delay, longest) * (0.75 + chance / 2)
  }
}
