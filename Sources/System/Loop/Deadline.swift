private import Glibc

/// An instant of the monotonic clock at which a wait ends.
///
/// In nanoseconds of `CLOCK_MONOTONIC` (clock_gettime(2)), or of the loop's virtual clock. `never`
/// is later than every other instant.
public struct Deadline: Sendable, Hashable, Comparable {
  let nanoseconds: UInt64

  init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The deadline that never passes.
  public static let never = Deadline(nanoseconds: .max)

  /// The current instant: on a loop, by the clock of the loop.
  public static var now: Deadline { VirtualClock.current?.now ?? monotonic }

  /// The current instant of the system's clock.
  static var monotonic: Deadline {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Deadline(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  /// Returns the instant after a duration from now: now for a negative duration, `never` for one
  /// that is too large.
  public static func after(_ duration: Duration) -> Deadline {
    now.advanced(by: duration)
  }

  /// Returns this instant moved later by a duration, saturating at `never`.
  public func advanced(by duration: Duration) -> Deadline {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return self }
    let later =
      Int128(nanoseconds) + Int128(seconds) * 1_000_000_000 + Int128(attoseconds / 1_000_000_000)
    return Deadline(nanoseconds: UInt64(clamping: later))
  }

  /// Whether the instant has passed.
  public var hasPassed: Bool { self <= Deadline.now }

  /// The time until the instant: zero when it has passed, nil for `never`.
  public var remaining: Duration? {
    self == .never ? nil : duration(since: .now)
  }

  /// Returns how much later this instant is than another, or zero if it is not later.
  public func duration(since earlier: Deadline) -> Duration {
    guard nanoseconds > earlier.nanoseconds else { return .zero }
    return .nanoseconds(Int64(clamping: nanoseconds - earlier.nanoseconds))
  }

  public static func < (left: Deadline, right: Deadline) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// Whole milliseconds for epoll_wait(2) and poll(2), at most an hour. They are rounded up: a
  /// thread that wakes slightly early would spin until the instant.
  var waitMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds < 3600 else { return 3_600_000 }
    return Int32(max(0, seconds)) * 1000
      + Int32((max(0, attoseconds) + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
