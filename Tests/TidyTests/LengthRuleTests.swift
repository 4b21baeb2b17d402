import Testing

struct LengthRuleTests {
  private func findings(_ text: String) -> [Finding] {
    LengthRule(fileLinesMax: 10, functionLinesMax: 3)
      .findings(in: [SourceFile(path: "A.swift", text: text)])
  }

  @Test func findsFilesOverTheLimit() {
    #expect(findings(String(repeating: "a\n", count: 10)).isEmpty)
    #expect(findings(String(repeating: "a\n", count: 11)).map(\.line) == [0])
  }

  @Test func findsCommentsOverTheLimit() {
    let long = String(repeating: "é", count: 98)
    #expect(findings("//" + long).isEmpty)
    #expect(findings("a\n  //" + long).map(\.line) == [2])
    #expect(findings("f(\"//" + long + "\")").isEmpty)
  }

  @Test(
    arguments: [
      "func f() {", "  public static func f(a: Int) throws -> Int {", "init(a: Int) {",
      "deinit {", "@inline(__always) private mutating func f() {", "func f(a: () -> Void = {}) {",
    ])
  func findsFunctionsOverTheLimit(head: String) {
    #expect(findings("\(head)\n  if a { b }\n}\n").isEmpty)
    #expect(findings("\(head)\n  if a { b }\n  c\n}\n").map(\.line) == [1])
  }

  @Test func distinguishesRequirementsCallsAndNestedFunctions() {
    #expect(findings("protocol A {\n  func f()\n  init()\n  var a: Int { get }\n}\n").isEmpty)
    #expect(findings("func f() {\n  self.init() }\n\nstruct A {\n\n\n\n}\n").isEmpty)
    #expect(findings("func f() {\n  func g() {\n  }\n}\n").map(\.line) == [1])
  }
}
