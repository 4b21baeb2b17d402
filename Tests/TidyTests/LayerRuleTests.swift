import Testing

struct LayerRuleTests {
  private let rule = LayerRule(exceptions: ["TLS": ["Sockets"]])

  /// A manifest with tests at the top.
  private func targets(_ rows: [(String, layer: Int, needs: [String])]) -> [ManifestTarget] {
    (rows + [("HTTPTests", 9, ["HTTP", "TestSupport"]), ("TestSupport", 9, [])]).map {
      ManifestTarget(name: $0, directory: "Sources/\($0)", layer: $1, dependencies: $2)
    }
  }

  @Test func acceptsDependenciesOnLowerLayersAndExceptions() {
    let targets = targets([
      ("CZlib", 0, []), ("Sockets", 2, []), ("TLS", 2, ["Sockets"]),
      ("HTTP", 2, ["CZlib"]), ("WebServer", 3, ["HTTP", "TLS"]),
    ])
    #expect(rule.findings(in: targets).isEmpty)
  }

  @Test func findsDependenciesThatAreNotLower() {
    for dependency in ["Sockets", "WebServer", "Gone"] {
      let targets = targets([
        ("Sockets", 2, []), ("Postgres", 2, [dependency]), ("WebServer", 3, []),
      ])
      #expect(rule.findings(in: targets).count == 1)
    }
  }

  @Test func findsTargetsBelowALaterHeading() {
    #expect(rule.findings(in: targets([("WebServer", 3, []), ("HTTP", 2, [])])).count == 1)
  }
}
