import Testing

struct QuotedNamesRuleTests {
  private let rule = QuotedNamesRule(
    files: ["Sources/HTTP/Route.swift", "scripts/scan", "docs/a.md", "Tests/Web/test_a.py"],
    tests: [
      SourceFile(path: "Tests/A/RouteTests.swift", text: "@Test func routesCalls() {}"),
      SourceFile(path: "Tests/A/Route+MoreTests.swift", text: "func routesMore(a: Int) {}"),
    ])

  private func count(_ page: String) -> Int {
    rule.findings(path: "docs/a.md", page: page).count
  }

  @Test(
    arguments: [
      "`Sources/HTTP/Route.swift`", "`HTTP/Route.swift`", "`scripts/scan`", "`docs/a.md`",
      "`RouteTests.routesCalls`", "`Route+MoreTests.routesMore`", "`Tests/Web/test_a.py`",
      "`--hsts 365d`, `/v1/chatts`, `/openapi.yaml`, `script-src 'none'`, `application/json`",
      "RouteTests.routesNothing and docs/b.md without backticks",
    ])
  func acceptsWhatExistsAndOtherText(page: String) { #expect(count(page) == 0) }

  @Test(
    arguments: [
      "`HTTP/Gone.swift`", "`Tests/HTTP/Route.swift`", "`scripts/gone`", "`docs/b.md`",
      "`RouteTests.gone`", "`GoneTests.routesCalls`", "a\n`docs/a.md`, `Tests/Web/test_b.py`",
    ])
  func findsWhatDoesNotExist(page: String) { #expect(count(page) == 1) }

  @Test func findsRequirementsWithTwoRows() {
    #expect(count("| 1.2.3 | a |\n| 1.2.4 | b |\n1.2.3\n") == 0)
    #expect(count("| 1.2.3 | a |\n| 1.2.4 | b |\n| 1.2.3 | c |\n") == 1)
  }

  @Test func namesTheLine() {
    #expect(rule.findings(path: "docs/a.md", page: "a\n\n`docs/b.md`").map(\.line) == [3])
  }
}
