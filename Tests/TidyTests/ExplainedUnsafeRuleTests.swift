import Testing

struct ExplainedUnsafeRuleTests {
  private func lines(_ text: String) -> [Int] {
    ExplainedUnsafeRule(uncheckedCountMax: 1)
      .findings(in: [SourceFile(path: "Sources/A.swift", text: text)]).map(\.line)
  }

  @Test func findsUnsafeDeclarationsWithoutAComment() {
    #expect(lines("final class A: @unchecked Sendable {}") == [1])
    #expect(lines("/// Far.\n\nnonisolated(unsafe) var a = 1") == [3])
  }

  @Test func findsTooManyUncheckedDeclarations() {
    let explained = "/// True.\nfinal class A: @unchecked Sendable {}\n"
    #expect(lines(explained + explained) == [2, 4])
  }

  @Test func acceptsUnsafeDeclarationsWithAComment() {
    #expect(lines("/// True.\nfinal class A: @unchecked Sendable {}").isEmpty)
    #expect(lines("  // True.\n  @usableFromInline\n  nonisolated(unsafe) var a = 1").isEmpty)
  }
}
