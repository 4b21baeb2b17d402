/// The formats of the log.
enum LogFormat: String, CaseIterable, Sendable {
  /// For people: time, level and message, followed by `name=value` fields.
  case text
  /// For programs: one JSON object per line.
  case json
}
