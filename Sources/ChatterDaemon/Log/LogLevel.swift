/// The severity of a log line.
enum LogLevel: Int, CaseIterable, Comparable, Sendable {
  case debug
  case info
  case notice
  case warning
  case error

  init?(name: String) {
    guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = level
  }

  var name: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .notice: "notice"
    case .warning: "warning"
    case .error: "error"
    }
  }

  /// The name, padded with spaces to the length of the longest.
  var column: StaticString {
    switch self {
    case .debug: "debug  "
    case .info: "info   "
    case .notice: "notice "
    case .warning: "warning"
    case .error: "error  "
    }
  }

  static func < (one: LogLevel, other: LogLevel) -> Bool { one.rawValue < other.rawValue }
}
