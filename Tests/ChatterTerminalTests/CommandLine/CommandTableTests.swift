import CommandLine
import TestSupport
import Testing

@testable import ChatterTerminal

@Suite struct CommandTableTests {
  private func text(_ words: String...) throws -> String {
    let parser = CommandParser(environment: .fixture()) { Settings() }
    guard case .print(let text) = try parser.parse(words) else { return "" }
    return text
  }

  @Test func hasItsManualPageInDocs() throws {
    let page = try Repository.text(of: "docs/man/chatter.1")
    #expect(page == (try text("help", "manual")), "run: chatter help manual > docs/man/chatter.1")
  }

  @Test func passesMandocLint() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(try text("help", "manual"), to: "chatter.1")
    let run = try await ProgramRun("mandoc", ["-T", "lint", path])
    // Which referenced pages are installed depends on the machine.
    let lines = (run.text + "\n" + run.errors).split(separator: "\n")
      .filter { !$0.contains("mandoc.db") && !$0.contains("referenced manual not found") }
    #expect(lines == [])
  }

  @Test func fitsHelpToTheScreen() throws {
    for verb in CommandTable.chatter.verbs {
      let help = verb.name.isEmpty ? try text("help") : try text("help", verb.name)
      for line in help.split(separator: "\n") {
        #expect(line.count <= CommandTable.columnsMax, "\(line)")
      }
    }
    for code in ExitCode.allCases {
      #expect(try text("help").contains("\(code.rawValue)  \(code.meaning)"))
    }
  }
}
