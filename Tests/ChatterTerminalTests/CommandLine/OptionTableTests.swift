import Testing

@testable import ChatterTerminal

@Suite struct OptionTableTests {
  @Test func hasOneEntryWithMeaningAndVerbsForEachKey() {
    #expect(
      OptionTable.all.map(\.key.rawValue).sorted() == OptionKey.allCases.map(\.rawValue).sorted())
    for option in OptionTable.all {
      #expect(option.meaning.hasSuffix("."), "\(option.flag)")
      #expect(!option.verbs.isEmpty, "\(option.flag)")
      #expect(OptionTable[option.key].flag == option.flag)
    }
  }

  @Test func hasMeaningAndUsageForEachVerb() {
    for verb in Verb.allCases {
      #expect(verb.meaning.hasSuffix("."))
      #expect(verb.usage.hasPrefix("chatter"))
      #expect(verb.usage.contains(verb.rawValue))
    }
  }

  @Test func namesVariablesAfterTheirOptions() {
    #expect(OptionTable[.server].variable == "CHATTER_SERVER")
    #expect(OptionTable[.json].variable == nil)
    #expect(OptionTable[.forTime].usage == "--for TIME")
    #expect(OptionTable[.follow].usage == "--follow")
  }
}
