import TestSupport
import Testing

@testable import Arguments

struct CommandTableTests {
  private let table = CommandTable.sample(verbless: true)

  @Test func printsOnlyWhatEveryProgramHas() throws {
    #expect(table.output(of: try parsed("version")) == "sample \(CommandTable.version)\n")
    #expect(table.output(of: try parsed("help", verbless: true)) == table.help)
    #expect(table.output(of: try parsed("help play")) == table.help(of: .play))
    #expect(table.output(of: try parsed("help manual", verbless: true)) == table.manualPage)
    #expect(table.output(of: try parsed("help markdown")) == table.markdown)
    #expect(table.output(of: try parsed("completion fish")) == table.completionScript(for: .fish))
    for line in ["run", "play x", "help limits", "save"] {
      #expect(table.output(of: try parsed(line)) == nil)
    }
  }

  @Test func listsVerbsOptionsAndExitCodesInHelp() {
    #expect(
      table.help.hasPrefix(
        """
        sample: a program to test.

        Usage:
          sample [OPTION ...]
              Show the front end.
          sample run [OPTION ...]
              Run it.
          sample play ID|FILE|latest [OPTION ...]
              Play a file.

        """))
    for lines in [
      "A note on options.\n\nOptions (before or after the verb):\n",
      "  --listen ADDRESS ...\n      Listen here.\n"
        + "      [default: 8443; variable: SAMPLE_LISTEN; for run]\n",
      "  --shared KEY\n      Use this key.\n"
        + "      [variable: SAMPLE_SHARED or OTHER_KEY; for run]\n",
      "  --quiet\n      Print nothing.\n      [variable: SAMPLE_QUIET; for the front end, run]\n",
      "  --help, -h\n", "  --version\n",
      "Exit codes:\n   0  Success.\n  78  Invalid configuration.\n",
    ] { #expect(table.help.contains(lines), "\(lines)") }
  }

  /// A verb that saves only its command line has neither variables nor defaults.
  @Test func limitsTheHelpOfAVerbToItsOptions() {
    #expect(
      table.help(of: .save) == """
        Usage: sample save [URL] [OPTION ...]

        Save it.

        Options:
          --force
              Overwrite.
          --place DIRECTORY
              Save in this place | here.

        """)
    #expect(!table.help(of: .help).contains("--loops"))
  }

  @Test func printsAllOperandsOfAVerb() {
    let table = CommandTable.copying
    #expect(table.help(of: .copy).hasPrefix("Usage: sample copy ID|latest FILE [OPTION ...]\n"))
    #expect(table.manualPage.contains("\n.It Cm copy Ar ID | Cm latest Ar FILE\n"))
  }

  @Test func wrapsTextAtSpaces() {
    let text = String(repeating: "word ", count: 100)
    for indent in [0, 6] {
      let lines = CommandTable.wrapped(text, indent: indent)
      #expect(lines.allSatisfy { $0.count <= CommandTable.columnsMax && !$0.hasSuffix(" ") })
      #expect(lines.joined(separator: " ").split(separator: " ").count == 100)
    }
  }

  @Test func printsOneMarkdownRowOfSixCellsPerOption() {
    let rows = table.markdown.split(separator: "\n")
    #expect(rows.count == table.options.count + 2)
    #expect(rows[0] == "| flag | environment | file | default | verbs | meaning |")
    for row in rows { #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 7, "\(row)") }
    for row in [
      "| `--config FILE` | `SAMPLE_CONFIG` |  |  | run | Read a file. |",
      "| `--listen ADDRESS`, repeatable | `SAMPLE_LISTEN` | `listen` | `8443` | run | Listen here. |",
      "| `--force` |  |  |  | save | Overwrite. |",
      "| `--mode on\\|off` | `SAMPLE_MODE` | `mode` | `on` | run | Turn it on. |",
      "| `--place DIRECTORY` | `SAMPLE_PLACE` |  | the home | the front end, save "
        + "| Save in this place \\| here. |",
    ] { #expect(table.markdown.contains(row + "\n"), "\(row)") }
    #expect(table.markdown.contains("`SAMPLE_SHARED` or `OTHER_KEY`"))
  }

  @Test func listsVerbsOptionsVariablesAndExitCodesInTheManualPage() {
    for line in [
      ".Nm\n.Op Ar option ...",
      ".Nm\n.Cm play Ar ID | Ar FILE | Cm latest\n.Op Ar option ...",
      ".Nm\n.Cm save Oo Ar URL Oc\n.Op Ar option ...", ".It Cm play Ar ID | Ar FILE | Cm latest",
      ".It Fl -wait Ar DURATION|off", ".It Fl -mode Cm on | Cm off", "May be repeated.",
      "Possible values: silent or file:FILE.", "Default: the cores.", "For run, play.",
      ".It Fl -help , Fl h", ".It Fl -version", ".It Ev SAMPLE_SHARED , OTHER_KEY",
      ".Fl -shared .", ".It 78", "A note on options.",
    ] { #expect(table.manualPage.contains("\n\(line)\n"), "\(line)") }
  }
}
