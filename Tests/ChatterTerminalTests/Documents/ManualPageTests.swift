import TestSupport
import Testing

@testable import ChatterTerminal

@Suite struct ManualPageTests {
  @Test func matchesThePageInDocs() throws {
    let page = try Repository.text(of: "docs/man/chatter.1")
    #expect(page == ManualPage.text, "run: chatter help manual > docs/man/chatter.1")
  }

  @Test func containsEveryVerbOptionVariableAndExitCode() {
    for verb in Verb.named { #expect(ManualPage.text.contains(".It Cm \(verb.rawValue)")) }
    for option in OptionTable.all {
      #expect(ManualPage.text.contains(".It Fl -\(option.key.rawValue)"))
      if let variable = option.variable {
        #expect(ManualPage.text.contains(".It Ev \(variable)\n"))
      }
    }
    for line in [
      ".It Fl -help , Fl h", ".It Fl -version", ".Nm Cm help Oo Ar VERB | Cm manual Oc",
    ] {
      #expect(ManualPage.text.contains("\n\(line)\n"), "\(line)")
    }
    for code in ExitCode.allCases { #expect(ManualPage.text.contains(".It \(code.rawValue)\n")) }
  }

  @Test func passesMandocLint() async throws {
    let page = try TemporaryDirectory()
    let path = try page.write(ManualPage.text, to: "chatter.1")
    let run = try await ProgramRun("mandoc", ["-T", "lint", path])
    // Which referenced pages are installed depends on the machine.
    let lines = (run.text + "\n" + run.errors).split(separator: "\n")
      .filter { !$0.contains("mandoc.db") && !$0.contains("referenced manual not found") }
    #expect(lines == [])
  }
}
