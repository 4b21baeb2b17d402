public import System

/// A sliding deadline: a grace period, extended by one second for every `bytesPerSecondMin` bytes
/// moved, capped at `stallTimeout` from now.
///
/// Because of the cap, a burst of bytes does not pay for a long time without any.
public struct Pace: Sendable {
  private let timeout: Duration
  private let bytesPerSecondMin: Int
  private let stallTimeout: Duration
  private var limit: Deadline?
  private var secondsCounted = 0

  /// Creates a pace. `stallTimeout` is the maximum time without progress, however many bytes have
  /// moved before; at least `timeout`, which is also the default.
  public init(timeout: Duration, bytesPerSecondMin: Int, stallTimeout: Duration? = nil) {
    self.timeout = timeout
    self.stallTimeout = max(timeout, stallTimeout ?? timeout)
    self.bytesPerSecondMin = bytesPerSecondMin
  }

  /// Returns the deadline after `bytes` bytes have moved since the first call.
  public mutating func deadline(after bytes: Int, now: Deadline = .now) -> Deadline {
    let seconds = bytes / bytesPerSecondMin
    let earned = Duration.seconds(max(0, seconds - secondsCounted))
    secondsCounted = max(secondsCounted, seconds)
    let begun = limit ?? now.advanced(by: timeout)
    let deadline = min(now.advanced(by: stallTimeout), begun.advanced(by: earned))
    limit = deadline
    return deadline
  }
}
