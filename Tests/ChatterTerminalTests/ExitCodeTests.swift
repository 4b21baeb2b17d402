import Testing

@testable import ChatterTerminal

struct ExitCodeTests {
  /// Code 79 alone is not from sysexits.h.
  @Test func hasNumbersOfSysexitsAndMeanings() {
    #expect(
      ExitCode.allCases.map(\.rawValue) == [0, 2, 65, 66, 69, 70, 73, 74, 75, 76, 77, 78, 79])
    #expect(ExitCode.allCases.allSatisfy { $0.meaning.hasSuffix(".") })
  }
}
