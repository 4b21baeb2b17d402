import Testing

@Suite("The rule that every source has its tests")
struct MirrorRuleTests {
  private let sources = ["Sources/HTTP/Messages/Request.swift"]

  @Test func findsSourcesWithoutASuite() {
    let rule = MirrorRule(testedThrough: [:])
    #expect(rule.findings(sources: sources, tests: []).count == 1)
    #expect(
      rule.findings(sources: sources, tests: ["Tests/TLSTests/RequestTests.swift"]).count == 1)
    for test in ["Tests/HTTPTests/RequestTests.swift", "Tests/HTTPTests/A/RequestTests.swift"] {
      #expect(rule.findings(sources: sources, tests: [test]).isEmpty)
    }
  }

  @Test func acceptsTheSuiteOfAnExtendedType() {
    let rule = MirrorRule(testedThrough: [:])
    let sources = ["Sources/HTTP/Request+Text.swift"]
    for test in ["RequestTests", "Request+TextTests"] {
      #expect(rule.findings(sources: sources, tests: ["Tests/HTTPTests/\(test).swift"]).isEmpty)
    }
    #expect(rule.findings(sources: sources, tests: []).count == 1)
  }

  @Test func checksFileExceptions() {
    let rule = MirrorRule(testedThrough: [sources[0]: "Tests/HTTPTests/ParserTests.swift"])
    let other = "Tests/HTTPTests/ParserTests.swift"
    #expect(rule.findings(sources: sources, tests: [other]).isEmpty)
    #expect(rule.findings(sources: sources, tests: []).count == 1)
    let own = [other, "Tests/HTTPTests/RequestTests.swift"]
    #expect(rule.findings(sources: sources, tests: own).count == 1)
    #expect(rule.findings(sources: [], tests: [other]).count == 1)
  }

  @Test func checksDirectoryExceptions() {
    let other = "Tests/HTTPTests/ParserTests.swift"
    let rule = MirrorRule(testedThrough: ["Sources/HTTP/Messages/": other])
    #expect(rule.findings(sources: sources, tests: [other]).isEmpty)
    let own = [other, "Tests/HTTPTests/RequestTests.swift"]
    #expect(rule.findings(sources: sources, tests: own).isEmpty)
    #expect(rule.findings(sources: sources, tests: []).count == 1)
    #expect(rule.findings(sources: ["Sources/HTTP/A.swift"], tests: [other]).count == 2)
  }
}
