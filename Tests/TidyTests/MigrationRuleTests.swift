import Testing

struct MigrationRuleTests {
  @Test func acceptsConsecutiveNumbersFrom1() {
    #expect(MigrationRule().findings(in: ["0002-audio-facts.sql", "0001-chatts.sql"]).isEmpty)
  }

  @Test(
    arguments: [
      [], ["0002-a.sql"], ["0001-a.sql", "0003-b.sql"], ["0001-a.sql", "0001-b.sql"],
      ["1-a.sql"], ["0001-.sql"], ["0001-A.sql"], ["0001-a.txt"], ["0001-a.sql", "README.md"],
    ])
  func findsGapsRepeatsAndMalformedNames(names: [String]) {
    #expect(MigrationRule().findings(in: names).count == 1)
  }
}
