import Arguments
import TestSupport
import Testing

@testable import ChatterTerminal

struct CommandTableTests {
  private func text(_ words: String...) throws -> String {
    let parser = CommandParser(environment: .fixture()) { Settings() }
    guard case .print(let text) = try parser.parse(words) else { return "" }
    return text
  }

  @Test func hasItsManualPageInDocs() throws {
    let page = try Repository.text(of: "docs/man/chatter.1")
    #expect(page == (try text("help", "manual")), "run: make docs")
  }

  @Test func formatsWithoutWarnings() async throws {
    let page = try ManualPage(try text("help", "manual"))
    #expect(try await page.warnings() == [])
  }

  /// The forms of the synopsis are those of help.
  @Test func printsEachFormOfTheSynopsisOnItsOwnLine() async throws {
    let forms = try text("help").split(separator: "\n").filter { $0.hasPrefix("  chatter") }
      .map { $0.dropFirst(2).replacing("|", with: " | ").replacing("OPTION", with: "option") }
    #expect(forms.count == CommandTable.chatter.verbs.count)
    for synopsis in try await ManualPage(try text("help", "manual")).synopses() {
      #expect(synopsis == forms.map { String($0) })
    }
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
