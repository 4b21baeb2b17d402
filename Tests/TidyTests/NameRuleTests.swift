import Testing

struct NameRuleTests {
  @Test(
    arguments: [
      "StringUtils", "Helper", "ConnectionManager", "CommonTypes", "CoreData", "BaseStream",
    ])
  func findsMeaninglessWordsInNames(name: String) {
    let byName = SourceFile(path: "Sources/HTTP/\(name).swift", text: "")
    #expect(NameRule().findings(in: [byName]).count == 1)
    let byType = SourceFile(path: "Sources/HTTP/A.swift", text: "public struct \(name) {}")
    #expect(NameRule().findings(in: [byType]).map(\.line) == [1])
  }

  @Test(arguments: ["Base64", "Database", "Score", "Encore", "Baseline", "Timeline+Common3"])
  func acceptsWordsThatOnlyStartLikeThem(name: String) {
    let file = SourceFile(path: "Sources/HTTP/\(name).swift", text: "enum A {}")
    #expect(NameRule().findings(in: [file]).isEmpty)
  }
}
