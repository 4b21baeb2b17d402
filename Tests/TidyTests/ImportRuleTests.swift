import Testing

@Suite("The rule on imports")
struct ImportRuleTests {
  private let rule = ImportRule(allowed: ["Sources/HTTP": ["Glibc"]])

  @Test(
    "what the table does not allow is found, in every form of an import",
    arguments: [
      "import Sockets", "public import Sockets", "@preconcurrency import Sockets",
      "@testable import Sockets", "import struct Sockets.Deadline",
      "internal import func Sockets.f",
      "  import Sockets",
    ])
  func forbidden(line: String) {
    let file = SourceFile(path: "Sources/HTTP/A.swift", text: "import Glibc\n\(line)\n")
    #expect(rule.findings(in: [file]).map(\.line) == [2])
  }

  @Test(
    "what only looks like an import is not",
    arguments: ["// import Sockets", "let important = 1", "f(\"import Sockets\")", "import Glibc"])
  func allowed(line: String) {
    #expect(rule.findings(in: [SourceFile(path: "Sources/HTTP/A.swift", text: line)]).isEmpty)
  }

  @Test("a target that the table does not know is found")
  func unknown() {
    let file = SourceFile(path: "Sources/New/A.swift", text: "")
    #expect(rule.findings(in: [file]).count == 1)
  }

  @Test("on each floor only the neighbours that the drawing shows are allowed")
  func table() {
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
