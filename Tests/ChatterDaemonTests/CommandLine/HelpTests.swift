import Testing

@testable import ChatterDaemon

@Suite("Help is made from the table")
struct HelpTests {
  static let topics = [HelpTopic.program] + Verb.allCases.map(HelpTopic.verb)

  private func lines(_ topic: HelpTopic) -> [Substring] {
    Help.text(topic).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// How often an option has its own line.
  private func count(_ option: Option, in topic: HelpTopic) -> Int {
    lines(topic).count { line in
      let words = line.split(separator: " ")
      return line.hasPrefix("  --") && words.first.map(String.init) == option.flag
    }
  }

  @Test("each line fits the screen and none ends in a space", arguments: topics)
  func width(topic: HelpTopic) {
    for line in lines(topic) {
      #expect(line.count <= Help.columnsMax)
      #expect(!line.hasSuffix(" "))
    }
    #expect(Help.text(topic).hasSuffix("\n"))
  }

  @Test("the program's help has each option once, and all five verbs")
  func program() {
    for option in OptionTable.all {
      #expect(count(option, in: .program) == 1, "\(option.flag)")
    }
    for verb in Verb.allCases {
      #expect(Help.text(.program).contains("chatterd \(verb.rawValue)"))
      #expect(Help.text(.program).contains(verb.meaning))
    }
  }

  @Test("a verb's help has the verb's options once and no others", arguments: Verb.allCases)
  func verb(verb: Verb) {
    for option in OptionTable.all {
      let expected = option.verbs.contains(verb) ? 1 : 0
      #expect(count(option, in: .verb(verb)) == expected, "\(option.flag)")
    }
    #expect(Help.text(.verb(verb)).hasPrefix("Usage: chatterd \(verb.rawValue)"))
    #expect(Help.text(.verb(verb)).contains("Options:") == !verb.options.isEmpty)
  }

  @Test("every variable, key of the file and default is said")
  func homes() {
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
