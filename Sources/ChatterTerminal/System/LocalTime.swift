import Chatter
import Glibc

/// Formats a timestamp in local time (`TZ`, localtime(3)).
enum LocalTime {
  /// Returns a timestamp in the form `2025-01-02 03:04`.
  static func text(_ timestamp: Timestamp) -> String {
    let microseconds = timestamp.microsecondsSince1970
    let seconds = microseconds / 1_000_000 - (microseconds % 1_000_000 < 0 ? 1 : 0)
    var time = time_t(seconds)
    var components = unsafe tm()
    guard unsafe localtime_r(&time, &components) != nil else { return timestamp.description }
    let date = unsafe [
      Int(components.tm_year) + 1900, Int(components.tm_mon) + 1, Int(components.tm_mday),
    ]
    let clock = unsafe [Int(components.tm_hour), Int(components.tm_min)]
    return date.map(twoDigits).joined(separator: "-") + " "
      + clock.map(twoDigits).joined(separator: ":")
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
