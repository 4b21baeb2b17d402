private import Sockets
internal import System

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
}
