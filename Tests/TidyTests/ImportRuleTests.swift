import Testing

@Suite("The rule on imports")
struct ImportRuleTests {
  private let rule = ImportRule(allowed: ["Sources/HTTP": ["Glibc"]])

  @Test(
    arguments: [
      "import Sockets", "public import Sockets", "@preconcurrency import Sockets",
      "@testable import Sockets", "import struct Sockets.Deadline",
      "internal import func Sockets.f",
      "  import Sockets",
    ])
  func findsForbiddenImportsInEveryForm(line: String) {
    let file = SourceFile(path: "Sources/HTTP/A.swift", text: "import Glibc\n\(line)\n")
    #expect(rule.findings(in: [file]).map(\.line) == [2])
  }

  @Test(
    arguments: ["// import Sockets", "let important = 1", "f(\"import Sockets\")", "import Glibc"])
  func ignoresLinesThatOnlyResembleImports(line: String) {
    #expect(rule.findings(in: [SourceFile(path: "Sources/HTTP/A.swift", text: line)]).isEmpty)
  }

  @Test func findsTargetsMissingFromTheTable() {
    let file = SourceFile(path: "Sources/New/A.swift", text: "")
    #expect(rule.findings(in: [file]).count == 1)
  }

  @Test func allowsOnlyTheImportsOfTheDiagram() {
    let floors = HouseRules.floors
    for (floor, modules) in floors.enumerated() {
      let above = floors[(floor + 1)...].joined()
      for module in modules {
        let allowed = HouseRules.imports["Sources/\(module)"] ?? []
        #expect(allowed.isDisjoint(with: above), "\(module) imports from above")
        let sideways = allowed.intersection(modules)
        let neighbours: [String: Set] = [
          "TLS": ["Sockets"], "Postgres": ["Sockets"], "ChatterSpeech": ["ChatterAudio"],
        ]
        #expect(sideways.isSubset(of: neighbours[module] ?? []))
      }
    }
  }
}
