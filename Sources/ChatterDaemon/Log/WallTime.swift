import EventLoop

/// A point in time, in UTC.
struct WallTime: Sendable, Equatable {
  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
  let seconds: Int64
  /// Milliseconds, 0 to 999.
  let milliseconds: Int

  static var now: WallTime {
    let (seconds, microseconds) = WallClock.microsecondsSince1970
      .quotientAndRemainder(dividingBy: 1_000_000)
    return WallTime(seconds: seconds, milliseconds: Int(microseconds / 1000))
  }
}
