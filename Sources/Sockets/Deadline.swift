private import CLinux

/// An instant of the monotonic clock at which waiting ends.
///
/// Nanoseconds of `CLOCK_MONOTONIC` (clock_gettime(2)); `never` is later than every other.
public struct Deadline: Sendable, Hashable, Comparable {
  let nanoseconds: UInt64

  init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// The deadline that does not come.
  public static let never = Deadline(nanoseconds: .max)

  /// The present instant.
  public static var now: Deadline {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Deadline(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  /// The instant that lies a duration from now; a negative duration is now, an immense one never.
  public static func after(_ duration: Duration) -> Deadline {
    now.advanced(by: duration)
  }

  /// This instant moved later by a duration, saturating at `never`.
  public func advanced(by duration: Duration) -> Deadline {
    guard self != .never else { return .never }
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return self }
    let (wholes, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .never }
    let (part, partOverflow) = wholes.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    guard !partOverflow else { return .never }
    let (sum, sumOverflow) = nanoseconds.addingReportingOverflow(part)
    return sumOverflow ? .never : Deadline(nanoseconds: sum)
  }

  /// Whether the instant has come.
  public var hasPassed: Bool { self <= Deadline.now }

  /// How long it is until the instant, zero when it has passed, nil for `never`.
  public var remaining: Duration? {
    guard self != .never else { return nil }
    let now = Deadline.now
    guard nanoseconds > now.nanoseconds else { return .zero }
    return .nanoseconds(Int64(clamping: nanoseconds - now.nanoseconds))
  }

  /// How much later this instant is than another; zero when it is not later.
  public func duration(since earlier: Deadline) -> Duration {
    guard nanoseconds > earlier.nanoseconds else { return .zero }
    return .nanoseconds(Int64(clamping: nanoseconds - earlier.nanoseconds))
  }

  public static func < (left: Deadline, right: Deadline) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
