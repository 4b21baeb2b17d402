import Arguments
import Testing

@testable import ChatterTerminal

struct OptionTests {
  private let table = CommandTable.chatter

  @Test func hasMeaningAndVerbsForEachName() {
    #expect(Set(table.options.map(\.name)).count == table.options.count)
    for option in table.options {
      #expect(option.meaning.hasSuffix("."), "\(option.flag)")
      #expect(!option.verbs.isEmpty, "\(option.flag)")
    }
    for verb in table.verbs { #expect(verb.meaning.hasSuffix("."), "\(verb.title)") }
  }

  /// "Print", not "Prints".
  @Test func describesVerbsAndOptionsInTheImperative() {
    for meaning in table.options.map(\.meaning) + table.verbs.map(\.meaning) {
      let first = meaning.prefix { $0.isLetter }
      #expect(first.first?.isUppercase == true && !first.hasSuffix("s"), "\(meaning)")
    }
  }

  /// A one-time act, such as `--force`, has no variable.
  @Test func hasVariablesForSettingsOnly() {
    #expect(
      table.options.filter { $0.reach == .environment }.map(\.name) == [
        "server", "trust", "pin", "token", "username", "source", "sink", "plain",
      ])
    #expect(table.options.allSatisfy { $0.reach != .file })
  }
}
