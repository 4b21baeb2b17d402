/// The severity of a log line, from the lowest to the highest.
enum LogLevel: String, CaseIterable, Sendable {
  case debug
  case info
  case notice
  case warning
  case error

  /// The length of the longest name.
  static let columnWidth = 7
}
