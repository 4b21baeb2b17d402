import Arguments
import TestSupport
import Testing

@testable import ChatterDaemon

struct CommandTableTests {
  private func text(_ line: String) throws -> String {
    let printed: PrintedText = try verb(line)
    return printed.text
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

  @Test func listsTheOptionsOfDoctor() throws {
    let help = try text("help doctor")
    for option in ["--json", "--config", "--listen", "--database"] {
      #expect(help.contains("\n  \(option)"), "\(option)")
    }
    #expect(try text("help").contains("chatterd cert [show|qr [ADDRESS]] [OPTION ...]"))
  }

  @Test func describesItsVersionInTheChangelog() throws {
    let page = try Repository.text(of: "CHANGELOG.md")
    #expect(page.contains("\n## \(CommandTable.version)"))
  }

  @Test func formatsWithoutWarnings() async throws {
    let page = try ManualPage(try text("help manual"))
    #expect(try await page.warnings() == [])
  }

  @Test func fitsHelpToTheScreen() throws {
    for verb in [""] + CommandTable.chatterd.verbs.map(\.name) {
      for line in try text("help \(verb)").split(separator: "\n") {
        #expect(line.count <= CommandTable.columnsMax && !line.hasSuffix(" "), "\(line)")
      }
    }
  }
}
