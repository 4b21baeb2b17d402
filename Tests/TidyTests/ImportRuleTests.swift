import Testing

struct ImportRuleTests {
  private let rule = ImportRule(
    targets: [
      ManifestTarget(
        name: "HTTP", directory: "Sources/HTTP", layer: 2, dependencies: ["CZlib", "EventLoop"]),
      ManifestTarget(
        name: "HTTPTests", directory: "Tests/HTTPTests", layer: 5,
        dependencies: ["HTTP", "client-example"]),
    ], system: ["Glibc"], testing: ["Testing"])

  /// The findings in a file that also imports all dependencies.
  private func findings(_ line: String) -> [Finding] {
    let text = "import CZlib\nimport EventLoop\n\(line)\n"
    return rule.findings(in: [SourceFile(path: "Sources/HTTP/A.swift", text: text)])
  }

  @Test(
    arguments: [
      "import Sockets", "public import Sockets", "@preconcurrency import Sockets",
      "@testable import Sockets", "import struct Sockets.Deadline",
      "internal import func Sockets.f", "  import Sockets", "@_spi(Tests) import Sockets",
      "@_exported import EventLoop", "@_exported public import EventLoop", "import Testing",
    ])
  func findsForbiddenImportsInEveryForm(line: String) {
    #expect(findings(line).map(\.line) == [3])
  }

  @Test(
    arguments: ["// import Sockets", "let important = 1", "f(\"import Sockets\")", "import Glibc"])
  func ignoresLinesThatOnlyResembleImports(line: String) {
    #expect(findings(line).isEmpty)
  }

  @Test func findsUnusedDependenciesOfSources() {
    let file = SourceFile(path: "Sources/HTTP/A.swift", text: "import CZlib\n")
    #expect(rule.findings(in: [file]).map(\.path) == ["Package.swift"])
    let test = SourceFile(path: "Tests/HTTPTests/A.swift", text: "import Testing\n")
    #expect(rule.findings(in: [test]).isEmpty)
  }

  @Test func findsTargetsMissingFromTheManifest() {
    let file = SourceFile(path: "Sources/New/A.swift", text: "")
    #expect(rule.findings(in: [file]).count == 1)
  }
}
