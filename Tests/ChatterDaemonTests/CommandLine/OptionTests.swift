import Arguments
import Testing

@testable import ChatterDaemon

struct OptionTests {
  private let options = CommandTable.chatterd.options

  @Test func describesEachOptionInOneSentence() {
    #expect(Set(options.map(\.name)).count == options.count)
    for option in options {
      #expect(option.meaning.hasSuffix("."), "\(option.flag)")
      #expect(option.meaning.first?.isUppercase == true, "\(option.flag)")
      #expect(!option.verbs.isEmpty, "\(option.flag)")
    }
  }

  /// A one-time act has no variable and no key: one that leaked into a shell would repeat it.
  @Test func takesOneTimeActsFromTheCommandLineOnly() {
    for option in options {
      let isSetting = ![[.cert], [.delete], [.token], [.doctor]].contains(option.verbs)
      let reach = option.name == "config" ? Option.Reach.environment : .file
      #expect(option.reach == (isSetting ? reach : .commandLine), "\(option.flag)")
    }
  }

  @Test func givesMigrateTheDatabaseOptionsAndNoNetworkOptions() {
    let names = CommandTable.chatterd.options(of: .migrate).map(\.name)
    #expect(names.first == "config")
    #expect(names.contains("database") && names.contains("data-dir") && !names.contains("listen"))
  }
}
