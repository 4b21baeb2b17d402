import CommandLine
import TestSupport
import Testing

@testable import ChatterDaemon

struct CommandTableTests {
  private func text(_ line: String) throws -> String {
    guard case .print(let text) = try parse(line) else { return "" }
    return text
  }

  @Test func hasItsManualPageInDocs() throws {
    let page = try Repository.text(of: "docs/man/chatterd.1")
    #expect(page == (try text("help manual")), "run: make docs")
  }

  @Test func hasItsOptionsInDocs() throws {
    let page = try Repository.text(of: "docs/operate/options.md")
    let table = try text("help markdown")
    #expect(page.contains("<!-- options -->\n\(table)<!-- end of options -->"), "run: make docs")
  }

  @Test func describesItsVersionInTheChangelog() throws {
    let page = try Repository.text(of: "CHANGELOG.md")
    #expect(page.contains("\n## \(CommandTable.version)"))
  }

  @Test func formatsWithoutWarnings() async throws {
    let page = try ManualPage(try text("help manual"))
    #expect(try await page.warnings() == [])
  }

  /// The forms of the synopsis are those of help.
  @Test func printsEachFormOfTheSynopsisOnItsOwnLine() async throws {
    let forms = try text("help").split(separator: "\n").filter { $0.hasPrefix("  chatterd") }
      .map { $0.dropFirst(2).replacing("|", with: " | ").replacing("OPTION", with: "option") }
    #expect(forms.count == CommandTable.chatterd.verbs.count)
    for synopsis in try await ManualPage(try text("help manual")).synopses() {
      #expect(synopsis == forms.map { String($0) })
    }
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
