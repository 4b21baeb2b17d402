import Chatter
import Glibc

/// Formats a timestamp in local time (`TZ`, localtime(3)).
enum LocalTime {
  /// Returns a timestamp in the form `2025-01-02 03:04`.
  static func text(_ timestamp: Timestamp) -> String { format(timestamp, "%Y-%m-%d %H:%M") }

  /// Returns the time of day in the form `03:04`.
  static func clock(_ timestamp: Timestamp) -> String { format(timestamp, "%H:%M") }

  static func minute() -> Timestamp {
    Timestamp(clamping: Int64(time(nil)) / 60 * 60_000_000)
  }

  /// Returns the age of a timestamp, such as `5 min ago`; nil from an hour on, and for the future.
  static func age(of timestamp: Timestamp, at now: Timestamp) -> String? {
    let minutes =
      (now.microsecondsSince1970 - timestamp.microsecondsSince1970) / 60_000_000
    // The clocks of two machines differ a little.
    guard -1...59 ~= minutes else { return nil }
    return minutes < 1 ? "now" : "\(minutes) min ago"
  }

  /// Returns the day in the form `Today`, `Yesterday`, or `Thursday, 2 January 2025`.
  static func day(of timestamp: Timestamp, at now: Timestamp?) -> String {
    if let now, let today = dayNumber(now), let day = dayNumber(timestamp) {
      if day == today { return "Today" }
      if day == today - 1 { return "Yesterday" }
    }
    return format(timestamp, "%A, %-d %B %Y")
  }

  private static func dayNumber(_ timestamp: Timestamp) -> Int? {
    guard let components = unsafe components(timestamp) else { return nil }
    let seconds = unsafe secondsSince1970(timestamp) + components.tm_gmtoff
    return seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
  }

  private static func secondsSince1970(_ timestamp: Timestamp) -> Int {
    let microseconds = timestamp.microsecondsSince1970
    return Int(microseconds / 1_000_000) - (microseconds % 1_000_000 < 0 ? 1 : 0)
  }

  private static func components(_ timestamp: Timestamp) -> tm? {
    var time = time_t(secondsSince1970(timestamp))
    var components = unsafe tm()
    guard unsafe localtime_r(&time, &components) != nil else { return nil }
    return unsafe components
  }

  private static func format(_ timestamp: Timestamp, _ format: String) -> String {
    guard var components = unsafe components(timestamp) else { return timestamp.description }
    var text = [CChar](repeating: 0, count: 64)
    let count = unsafe strftime(&text, 64, format, &components)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
