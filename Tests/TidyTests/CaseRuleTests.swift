import Testing

struct CaseRuleTests {
  @Test func acceptsDistinctNames() {
    #expect(CaseRule().findings(in: ["a/b.swift", "a/c.swift", "ab/b.swift", "A.md"]).isEmpty)
  }

  @Test(
    arguments: [
      ["a/b.swift", "a/B.swift"], ["a/Chatter/A.swift", "a/chatter/B.swift"],
      ["A/b/c", "a/d"], ["a", "A/b"],
    ])
  func findsCollisions(paths: [String]) {
    #expect(CaseRule().findings(in: paths).count == 1)
  }
}
