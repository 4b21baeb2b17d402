import Testing

@testable import ChatterDaemon

@Suite("Levels of the log")
struct LogLevelTests {
  @Test("go from debug to error")
  func order() {
    #expect(LogLevel.allCases.map(\.name) == ["debug", "info", "notice", "warning", "error"])
    #expect(LogLevel.allCases.sorted() == LogLevel.allCases)
    #expect(LogLevel.debug < .error)
  }

  @Test("are found by their names and fill one column", arguments: LogLevel.allCases)
  func names(level: LogLevel) {
    #expect(LogLevel(name: level.name) == level)
    #expect(level.column.utf8CodeUnitCount == 7)
    #expect("\(level.column)".hasPrefix(level.name))
  }

  @Test("have no other names")
  func others() {
    for name in ["", "INFO", "warn", "trace"] { #expect(LogLevel(name: name) == nil) }
  }
}
