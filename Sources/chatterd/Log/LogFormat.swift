/// The two forms of the log.
enum LogFormat: String, CaseIterable, Sendable {
  /// For people: time, level, message, then `name=value`.
  case text
  /// For programs: one JSON object a line.
  case json
}
