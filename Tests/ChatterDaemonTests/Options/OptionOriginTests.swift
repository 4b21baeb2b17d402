import Testing

@testable import ChatterDaemon

@Suite("The origin of a value")
struct OptionOriginTests {
  private let origins: [OptionOrigin] = [
    .byDefault(flag: "--a"), .file(path: "f", line: 3, key: "a"),
    .environment(variable: "CHATTERD_A"), .flag("--a"),
  ]

  @Test func ranksFlagsAboveTheEnvironmentTheFileAndTheDefault() {
    #expect(origins.map(\.rank) == [0, 1, 2, 3])
  }

  @Test func describesTheOriginAsItIsWritten() {
    #expect(origins.map(\.description) == ["--a (default)", "f:3: a", "CHATTERD_A", "--a"])
  }

  @Test func reportsWrongFlagsAsUsageErrors() {
    #expect(
      origins.map(\.exitCode) == [.configuration, .configuration, .configuration, .usage])
  }
}
