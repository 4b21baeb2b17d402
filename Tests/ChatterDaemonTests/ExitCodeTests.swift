import Testing

@testable import ChatterDaemon

@Suite("Exit codes")
struct ExitCodeTests {
  @Test func usesTheCodesOfSysexits() {
    #expect(ExitCode.success.rawValue == 0)
    #expect(ExitCode.usage.rawValue == 2)
    #expect(ExitCode.internal.rawValue == 70)
    #expect(ExitCode.temporary.rawValue == 75)
    #expect(ExitCode.configuration.rawValue == 78)
  }
}
