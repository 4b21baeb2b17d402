import Testing

@testable import ChatterDaemon

@Suite("Log levels")
struct LogLevelTests {
  @Test func ordersLevelsFromDebugToError() {
    #expect(LogLevel.allCases.map(\.name) == ["debug", "info", "notice", "warning", "error"])
    #expect(LogLevel.allCases.sorted() == LogLevel.allCases)
    #expect(LogLevel.debug < .error)
  }

  @Test(arguments: LogLevel.allCases)
  func findsLevelsByNameAndPadsThemToOneColumn(level: LogLevel) {
    #expect(LogLevel(name: level.name) == level)
    #expect(level.column.utf8CodeUnitCount == 7)
    #expect("\(level.column)".hasPrefix(level.name))
  }

  @Test func rejectsOtherNames() {
    for name in ["", "INFO", "warn", "trace"] { #expect(LogLevel(name: name) == nil) }
  }
}
