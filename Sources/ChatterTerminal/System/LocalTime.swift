import Chatter
import Glibc

/// Formats a timestamp in local time (`TZ`, localtime(3)).
enum LocalTime {
  /// Returns a timestamp in the form `2025-01-02 03:04`.
  static func text(_ moment: Timestamp) -> String {
    let microseconds = moment.microsecondsSince1970
    let seconds = microseconds / 1_000_000 - (microseconds % 1_000_000 < 0 ? 1 : 0)
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return moment.description }
    let date = unsafe [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let clock = unsafe [Int(parts.tm_hour), Int(parts.tm_min)]
    return date.map(twoDigits).joined(separator: "-") + " "
      + clock.map(twoDigits).joined(separator: ":")
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
