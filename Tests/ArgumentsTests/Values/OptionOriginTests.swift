import Testing

@testable import Arguments

struct OptionOriginTests {
  private let origins: [OptionOrigin] = [
    .byDefault(flag: "--a"), .file(path: "f\n", line: 3, key: "a"),
    .environment(variable: "SAMPLE_A"), .flag("--a"),
  ]

  @Test func describesTheOriginAsItIsWritten() {
    #expect(origins.map(\.description) == ["--a (default)", "f\\n:3: a", "SAMPLE_A", "--a"])
  }
}
