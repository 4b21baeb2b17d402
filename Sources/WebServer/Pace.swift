internal import EventLoop

/// A sliding deadline: a grace period, extended by one second for every `bytesPerSecondMin` bytes
/// moved, capped at `stallMax` from now.
///
/// Because of the cap, a burst of bytes does not pay for a long time without any.
struct Pace {
  private let patience: Duration
  private let bytesPerSecondMin: Int
  private let stallMax: Duration
  private var limit: Deadline?
  private var secondsCounted = 0

  /// - Parameter stallMax: the maximum time without progress, however many bytes have moved before;
  ///   at least `patience`, which is also the default.
  init(patience: Duration, bytesPerSecondMin: Int, stallMax: Duration? = nil) {
    self.patience = patience
    self.stallMax = max(patience, stallMax ?? patience)
    self.bytesPerSecondMin = bytesPerSecondMin
  }

  /// Returns the deadline after `bytes` bytes have moved since the first call.
  mutating func deadline(after bytes: Int, now: Deadline = .now) -> Deadline {
    let seconds = bytes / bytesPerSecondMin
    let earned = Duration.seconds(max(0, seconds - secondsCounted))
    secondsCounted = max(secondsCounted, seconds)
    let begun = limit ?? now.advanced(by: patience)
    let deadline = min(now.advanced(by: stallMax), begun.advanced(by: earned))
    limit = deadline
    return deadline
  }
}
