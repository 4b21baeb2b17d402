import Testing

@testable import ChatterDaemon

@Suite("Help generated from the option table")
struct HelpTests {
  static let topics = [HelpTopic.program] + Verb.allCases.map(HelpTopic.verb)

  private func lines(_ topic: HelpTopic) -> [Substring] {
    Help.text(topic).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Returns how many lines of their own an option has.
  private func count(_ option: Option, in topic: HelpTopic) -> Int {
    lines(topic).count { line in
      let words = line.split(separator: " ")
      return line.hasPrefix("  --") && words.first.map(String.init) == option.flag
    }
  }

  @Test(arguments: topics)
  func fitsLinesToTheScreenWithoutTrailingSpaces(topic: HelpTopic) {
    for line in lines(topic) {
      #expect(line.count <= Help.columnsMax)
      #expect(!line.hasSuffix(" "))
    }
    #expect(Help.text(topic).hasSuffix("\n"))
  }

  @Test func listsEachOptionOnceAndAllVerbs() {
    for option in OptionTable.all {
      #expect(count(option, in: .program) == 1, "\(option.flag)")
    }
    for verb in Verb.allCases {
      #expect(Help.text(.program).contains("chatterd \(verb.rawValue)"))
      #expect(Help.text(.program).contains(verb.meaning))
    }
  }

  @Test(arguments: Verb.allCases)
  func listsTheOptionsOfAVerbOnceAndNoOthers(verb: Verb) {
    for option in OptionTable.all {
      let expected = option.verbs.contains(verb) ? 1 : 0
      #expect(count(option, in: .verb(verb)) == expected, "\(option.flag)")
    }
    #expect(Help.text(.verb(verb)).hasPrefix("Usage: chatterd \(verb.rawValue)"))
    #expect(Help.text(.verb(verb)).contains("Options:") == !verb.options.isEmpty)
  }

  @Test func namesEveryVariableFileKeyAndDefault() {
    let words = Help.text(.program).split(whereSeparator: { " \n".contains($0) })
      .joined(separator: " ")
    for option in OptionTable.all {
      #expect(words.contains(option.environmentVariable))
      #expect(words.contains("default: \(option.defaultText);"))
      #expect(words.contains(option.meaning))
      if let key = option.fileKey { #expect(words.contains("in the file: \(key);")) }
    }
    #expect(words.contains("CHATTERD_DATABASE or DATABASE_URL"))
  }
}
