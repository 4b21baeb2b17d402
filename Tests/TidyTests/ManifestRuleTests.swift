import Testing

@Suite("The rule on the manifest")
struct ManifestRuleTests {
  private let rule = ManifestRule(floors: [["CLinux"], ["HTTP", "Sockets"], ["WebServer"]])

  private func manifest(_ names: [String]) -> String {
    "let package = Package(\n  name: \"a\",\n  targets: [\n"
      + names.map { "    .target(name: \"\($0)\"),\n" }.joined() + "  ])\n"
  }

  @Test func acceptsAnyOrderWithinALayer() {
    let names = ["CLinux", "Sockets", "HTTP", "WebServer", "TestSupport", "HTTPTests"]
    #expect(ManifestRule.targets(in: manifest(names)) == names)
    #expect(rule.findings(manifest: manifest(names)).isEmpty)
  }

  @Test func findsMisplacedAndUnknownTargets() {
    #expect(rule.findings(manifest: manifest(["CLinux", "WebServer", "HTTP"])).count == 1)
    #expect(rule.findings(manifest: manifest(["HTTPTests", "HTTP"])).count == 1)
    #expect(rule.findings(manifest: manifest(["CLinux", "Other"])).count == 1)
  }
}
