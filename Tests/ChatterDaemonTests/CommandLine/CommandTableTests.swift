import CommandLine
import TestSupport
import Testing

@testable import ChatterDaemon

@Suite("The texts of chatterd")
struct CommandTableTests {
  private func text(_ line: String) throws -> String {
    guard case .print(let text) = try parse(line) else { return "" }
    return text
  }

  @Test func hasItsManualPageInDocs() throws {
    let page = try Repository.text(of: "docs/man/chatterd.1")
    #expect(page == (try text("help manual")), "run: chatterd help manual > docs/man/chatterd.1")
  }

  @Test func passesMandocLint() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(try text("help manual"), to: "chatterd.1")
    let run = try await ProgramRun("mandoc", ["-T", "lint", path])
    // Which referenced pages are installed depends on the machine.
    let lines = (run.text + "\n" + run.errors).split(separator: "\n")
      .filter { !$0.contains("mandoc.db") && !$0.contains("referenced manual not found") }
    #expect(lines == [])
  }

  @Test(arguments: Shell.allCases)
  func generatesCompletionsThatEachShellParses(shell: Shell) async throws {
    let directory = try TemporaryDirectory()
    let script = try text("completion \(shell.rawValue)")
    let path = try directory.write(script, to: "completion")
    let run = try await ProgramRun(shell.rawValue, ["-n", path])
    #expect(run.ending == .exited(0), "\(run.errors)")
    let flags = try text("completion \(shell.rawValue) -- --")
    for option in CommandTable.chatterd.options { #expect(flags.contains(option.flag)) }
    for verb in CommandTable.chatterd.verbs {
      #expect(try text("completion \(shell.rawValue) -- \(verb.name)").contains(verb.name))
    }
  }

  @Test func fitsHelpToTheScreen() throws {
    for verb in [""] + CommandTable.chatterd.verbs.map(\.name) {
      for line in try text("help \(verb)").split(separator: "\n") {
        #expect(line.count <= CommandTable.columnsMax && !line.hasSuffix(" "), "\(line)")
      }
    }
  }
}
