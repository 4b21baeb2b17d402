/// The severity of a log line, from the lowest to the highest.
enum LogLevel: String, CaseIterable, Sendable {
  case debug
  case info
  case notice
  case warning
  case error

  var severity: Int {
    switch self {
    case .debug: 0
    case .info: 1
    case .notice: 2
    case .warning: 3
    case .error: 4
    }
  }

  static let columnWidth = 7
}
