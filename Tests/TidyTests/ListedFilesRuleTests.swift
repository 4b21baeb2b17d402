import Testing

struct ListedFilesRuleTests {
  @Test(
    arguments: [
      "let a = unsafe f()", "final class A: @unchecked Sendable {}",
      "nonisolated(unsafe) var a = 1", "func f(_ a: UnsafeRawPointer) {}",
    ])
  func findsUnsafeCodeInUnlistedFiles(line: String) {
    let file = SourceFile(path: "Sources/HTTP/A.swift", text: line)
    #expect(ListedFilesRule.unsafeCode(listed: []).findings(in: [file]).map(\.line) == [1])
    #expect(ListedFilesRule.unsafeCode(listed: [file.path]).findings(in: [file]).isEmpty)
  }

  @Test(arguments: ["import COpenSSL", "@preconcurrency import CLinux"])
  func findsCImportsInUnlistedFiles(line: String) {
    let file = SourceFile(path: "Sources/TLS/A.swift", text: line)
    #expect(ListedFilesRule.cImports(listed: []).findings(in: [file]).count == 1)
    #expect(ListedFilesRule.cImports(listed: [file.path]).findings(in: [file]).isEmpty)
  }

  @Test func ignoresCommentsStringsAndSwiftModules() {
    let text = "import Chatter  // unsafe\nlet a = \"unsafe\"\n"
    let file = SourceFile(path: "Sources/HTTP/A.swift", text: text)
    #expect(ListedFilesRule.unsafeCode(listed: []).findings(in: [file]).isEmpty)
    #expect(ListedFilesRule.cImports(listed: []).findings(in: [file]).isEmpty)
  }

  @Test func acceptsFilesInAListedDirectory() {
    let file = SourceFile(path: "Sources/TLS/OpenSSL/A.swift", text: "let a = unsafe f()")
    let rule = ListedFilesRule.unsafeCode(listed: ["Sources/TLS/OpenSSL/"])
    #expect(rule.findings(in: [file]).isEmpty)
    let outside = SourceFile(path: "Sources/TLS/A.swift", text: "let a = unsafe f()")
    #expect(rule.findings(in: [file, outside]).map(\.path) == [outside.path])
    #expect(rule.findings(in: []).count == 1)
  }

  @Test func findsUnusedEntries() {
    let rule = ListedFilesRule.unsafeCode(listed: ["Sources/HTTP/Gone.swift"])
    #expect(rule.findings(in: []).count == 1)
  }
}
