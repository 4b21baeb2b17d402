private import Glibc

/// The time of day (`CLOCK_REALTIME`, clock_gettime(2)), for dates that are shown or stored, never
/// for waiting.
public enum WallClock {
  /// Microseconds since 1970-01-01 00:00 UTC.
  public static var microsecondsSince1970: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Whole seconds since 1970-01-01 00:00 UTC.
  public static var secondsSince1970: Int {
    Int(microsecondsSince1970 / 1_000_000)
  }
}
