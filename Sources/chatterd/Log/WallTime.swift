import Glibc

/// A point in time of the civil calendar, in UTC.
struct WallTime: Sendable, Equatable {
  /// Since 1970-01-01T00:00:00Z, without leap seconds.
  let seconds: Int64
  /// 0 to 999.
  let milliseconds: Int

  /// The corresponding C function is `clock_gettime` with `CLOCK_REALTIME`.
  static var now: WallTime {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else {
      return WallTime(seconds: 0, milliseconds: 0)
    }
    return WallTime(seconds: Int64(time.tv_sec), milliseconds: time.tv_nsec / 1_000_000)
  }
}
