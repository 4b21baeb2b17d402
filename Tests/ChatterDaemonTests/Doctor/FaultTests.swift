import Testing

@testable import ChatterDaemon

struct FaultTests {
  private func fault(
    _ values: [String: String] = [:], problem: String = "*path* is *what*.",
    cure: String = "chmod 600 *path*"
  ) -> Fault {
    let text = FaultText(severity: .warning, problem: problem, cure: cure)
    return Fault(.keyReadableByOthers, values, text: text)
  }

  @Test func hasValuesInItsTextsAndQuotesThoseOfCommands() {
    let fault = fault(["path": "/a b", "what": "*path*"])
    #expect(fault.problem == "/a b is *path*.")
    #expect(fault.cure == "chmod 600 '/a b'")
  }

  @Test func escapesWhatATerminalWouldInterpret() {
    let fault = fault(["path": "a\u{1B}[2J\n", "what": "b"])
    #expect(fault.problem == "a\\u{1b}[2J\\n is b.")
  }

  @Test func retainsUnknownNames() {
    #expect(fault().problem == "{path} is {what}.")
    #expect(fault(cure: "*").cure == "*")
  }

  @Test func hasCharactersThatFollowABackslashAsTheyAre() {
    let fault = fault(["a": "b"], cure: #"'\*' \| \*a\* *a* '\password ROLE'"#)
    #expect(fault.cure == #"'*' | *a* b '\password ROLE'"#)
  }
}
