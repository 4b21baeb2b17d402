import Testing

@testable import ChatterTerminal

@Suite struct HelpTests {
  @Test func wrapsLinesToTerminalWidth() {
    for topic in [nil] + Verb.named.map(Optional.some) {
      for line in Help.text(topic).split(separator: "\n") {
        #expect(line.count <= Help.columnsMax, "\(line)")
      }
    }
  }

  @Test func listsEveryVerbOptionAndExitCode() {
    let text = Help.text(nil)
    for verb in Verb.named { #expect(text.contains("chatter \(verb.rawValue)")) }
    for option in OptionTable.all { #expect(text.contains("  \(option.usage)\n")) }
    for flags in ["--help, -h", "--version"] { #expect(text.contains("\n  \(flags)\n")) }
    for code in ExitCode.allCases { #expect(text.contains("\(code.rawValue)  \(code.meaning)")) }
  }

  /// `chatter server` reads no variables and saves only what is given, so its help has no defaults.
  @Test func showsDefaultsExceptInHelpOfServer() {
    for verb in [Verb.post, .server] {
      let words = Help.text(verb).split { $0.isWhitespace }.joined(separator: " ")
      let isServer = verb == .server
      #expect(
        words.contains("[default: the trust saved by chatter server for this URL, else system;")
          != isServer)
      #expect(
        words.contains("[default: the name saved by chatter server, else the login name;")
          != isServer)
    }
    #expect(Help.text(.help).hasPrefix("Usage: chatter help [VERB|manual]\n"))
  }

  @Test func limitsHelpOfVerbToItsOptions() {
    let text = Help.text(.record)
    #expect(text.hasPrefix("Usage: chatter record FILE [OPTION ...]\n"))
    #expect(text.contains("--for TIME") && !text.contains("--follow"))
  }
}
