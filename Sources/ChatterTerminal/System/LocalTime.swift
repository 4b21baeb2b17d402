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
    var text = [CChar](repeating: 0, count: 64)
    let count = unsafe strftime(&text, 64, "%Y-%m-%d %H:%M", &components)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
