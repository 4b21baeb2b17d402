import Testing

@Suite("The rule on migrations")
struct MigrationRuleTests {
  @Test("numbers from 1 without gaps pass")
  func good() {
    #expect(MigrationRule().findings(in: ["0002-audio-facts.sql", "0001-chatts.sql"]).isEmpty)
  }

  @Test(
    "a gap, a repeat, a wrong form and an empty directory are found",
    arguments: [
      [], ["0002-a.sql"], ["0001-a.sql", "0003-b.sql"], ["0001-a.sql", "0001-b.sql"],
      ["1-a.sql"], ["0001-.sql"], ["0001-A.sql"], ["0001-a.txt"], ["0001-a.sql", "README.md"],
    ])
  func bad(names: [String]) {
    #expect(MigrationRule().findings(in: names).count == 1)
  }
}
