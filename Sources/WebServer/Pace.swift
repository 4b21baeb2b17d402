internal import EventLoop

/// A sliding deadline: a grace period, extended by one second for every `bytesPerSecondMin` bytes
/// moved, capped at `stallTimeout` from now.
///
/// Because of the cap, a burst of bytes does not pay for a long time without any.
struct Pace {
  private let timeout: Duration
  private let bytesPerSecondMin: Int
  private let stallTimeout: Duration
  private var limit: Deadline?
  private var secondsCounted = 0

  /// - Parameter stallTimeout: the maximum time without progress, however many bytes have moved
  ///   before; at least `timeout`, which is also the default.
  init(timeout: Duration, bytesPerSecondMin: Int, stallTimeout: Duration? = nil) {
    self.timeout = timeout
    self.stallTimeout = max(timeout, stallTimeout ?? timeout)
    self.bytesPerSecondMin = bytesPerSecondMin
  }

  /// Returns the deadline after `bytes` bytes have moved since the first call.
  mutating func deadline(after bytes: Int, now: Deadline = .now) -> Deadline {
    let seconds = bytes / bytesPerSecondMin
    let earned = Duration.seconds(max(0, seconds - secondsCounted))
    secondsCounted = max(secondsCounted, seconds)
    let begun = limit ?? now.advanced(by: timeout)
    let deadline = min(now.advanced(by: stallTimeout), begun.advanced(by: earned))
    limit = deadline
    return deadline
  }
}

/// The deadline for the next byte of a request body.
///
/// A slow pace suffices for a small body. A body that holds much memory must keep a faster pace on
/// average.
struct BodyPace {
  private let timeout: Duration
  private let largeBytesMin: Int
  private let largeBytesPerSecondMin: Int
  private var pace: Pace
  private var began: Deadline?

  init(_ limits: ServerLimits) {
    timeout = limits.bodyTimeout
    largeBytesMin = limits.largeBodyBytesMin
    largeBytesPerSecondMin = limits.largeBodyBytesPerSecondMin
    pace = Pace(timeout: limits.bodyTimeout, bytesPerSecondMin: limits.bodyBytesPerSecondMin)
  }

  /// Returns the deadline after `bytes` bytes have been received since the first call.
  mutating func deadline(after bytes: Int, now: Deadline = .now) -> Deadline {
    let start = began ?? now
    began = start
    let deadline = pace.deadline(after: bytes, now: now)
    guard bytes > largeBytesMin else { return deadline }
    let earned = Duration.seconds(bytes / largeBytesPerSecondMin)
    return min(deadline, start.advanced(by: timeout).advanced(by: earned))
  }

  /// Excludes a time for which this side kept the body waiting.
  mutating func excuse(_ duration: Duration) {
    began = began?.advanced(by: duration)
  }
}
