/// The severity of a log line, from the lowest to the highest.
enum LogLevel: String, CaseIterable, Sendable {
  case debug
  case info
  case notice
  case warning
  case error

  /// A number that grows with the severity.
  var severity: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .notice: 2
    case .warning: 3
    case .error: 4
    }
  }

  /// The length of the longest name.
  static let columnWidth = 7
}
