import Testing

@testable import ChatterDaemon

@Suite("Where a value came from")
struct OptionOriginTests {
  private let origins: [OptionOrigin] = [
    .byDefault(flag: "--a"), .file(path: "f", line: 3, key: "a"),
    .environment(variable: "CHATTERD_A"), .flag("--a"),
  ]

  @Test("a flag outranks the environment, that the file, that the default")
  func ranks() {
    #expect(origins.map(\.rank) == [0, 1, 2, 3])
  }

  @Test("is said in the words of its place")
  func words() {
    #expect(origins.map(\.description) == ["--a (default)", "f:3: a", "CHATTERD_A", "--a"])
  }

  @Test("only a wrong flag is wrong usage")
  func exitCodes() {
    #expect(
      origins.map(\.exitCode) == [.configuration, .configuration, .configuration, .usage])
  }
}
