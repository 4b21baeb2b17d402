import Testing

@testable import ChatterTerminal

@Suite struct OptionTableTests {
  @Test("each key has one line, each line a sentence and a verb")
  func whole() {
    #expect(
      OptionTable.all.map(\.key.rawValue).sorted() == OptionKey.allCases.map(\.rawValue).sorted())
    for option in OptionTable.all {
      #expect(option.meaning.hasSuffix("."), "\(option.flag)")
      #expect(!option.verbs.isEmpty, "\(option.flag)")
      #expect(OptionTable[option.key].flag == option.flag)
    }
  }

  @Test("every verb has a sentence, and its usage names it")
  func verbs() {
    for verb in Verb.allCases {
      #expect(verb.meaning.hasSuffix("."))
      #expect(verb.usage.hasPrefix("chatter"))
      #expect(verb.usage.contains(verb.rawValue))
    }
  }

  @Test("a variable is named for its option")
  func variables() {
    #expect(OptionTable[.server].variable == "CHATTER_SERVER")
    #expect(OptionTable[.json].variable == nil)
    #expect(OptionTable[.forTime].usage == "--for TIME")
    #expect(OptionTable[.follow].usage == "--follow")
  }
}
