import Testing

struct MirrorRuleTests {
  private let sources = [
    SourceFile(path: "Sources/HTTP/HTTP1/Parser.swift", text: "struct Parser { enum State {} }"),
    SourceFile(path: "Sources/HTTP/HTTP1/Parser+Body.swift", text: "extension Parser {}"),
    SourceFile(path: "Sources/HTTP/Span+Text.swift", text: "extension Span<UInt8> {}"),
  ]

  private func isAccepted(_ path: String) -> Bool {
    MirrorRule().findings(sources: sources, tests: [SourceFile(path: path, text: "")]).isEmpty
  }

  @Test(
    arguments: [
      "HTTPTests/HTTP1/ParserTests", "HTTPTests/HTTP1/Parser+BodyTests",
      "HTTPTests/HTTP1/Parser+MemoryTests", "HTTPTests/HTTP1/StateTests",
      "HTTPTests/Span+TextTests", "HTTPTests/Support/Requests", "HTTPTests/HTTP1/Support/Requests",
      "TidyTests/AnyTests", "TestSupport/Any",
    ])
  func acceptsTestsBesideTheirSources(name: String) {
    #expect(isAccepted("Tests/\(name).swift"))
  }

  @Test(
    arguments: [
      "HTTPTests/ParserTests", "HTTPTests/HTTP2/ParserTests", "HTTPTests/HTTP1/ParserMemoryTests",
      "HTTPTests/HTTP1/Span+TextTests", "HTTPTests/HTTP1/OtherTests", "HTTPTests/Requests",
    ])
  func findsMisplacedAndMisnamedTests(name: String) {
    #expect(!isAccepted("Tests/\(name).swift"))
  }
}
