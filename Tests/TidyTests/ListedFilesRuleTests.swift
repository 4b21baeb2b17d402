import Testing

@Suite("The rule on files that may do what others may not")
struct ListedFilesRuleTests {
  @Test(
    "unsafe code in a file that is not listed is found",
    arguments: [
      "let a = unsafe f()", "final class A: @unchecked Sendable {}",
      "nonisolated(unsafe) var a = 1", "func f(_ a: UnsafeRawPointer) {}",
    ])
  func unsafeCode(line: String) {
    let file = SourceFile(path: "Sources/HTTP/A.swift", text: line)
    #expect(ListedFilesRule.unsafeCode(listed: []).findings(in: [file]).map(\.line) == [1])
    #expect(ListedFilesRule.unsafeCode(listed: [file.path]).findings(in: [file]).isEmpty)
  }

  @Test(
    "a C import in a file that is not listed is found",
    arguments: ["import COpenSSL", "@preconcurrency import CLinux"])
  func cImports(line: String) {
    let file = SourceFile(path: "Sources/TLS/A.swift", text: line)
    #expect(ListedFilesRule.cImports(listed: []).findings(in: [file]).count == 1)
    #expect(ListedFilesRule.cImports(listed: [file.path]).findings(in: [file]).isEmpty)
  }

  @Test("the subject, comments and strings are not taken for them")
  func harmless() {
    let text = "import Chatter  // unsafe\nlet a = \"unsafe\"\n"
    let file = SourceFile(path: "Sources/HTTP/A.swift", text: text)
    #expect(ListedFilesRule.unsafeCode(listed: []).findings(in: [file]).isEmpty)
    #expect(ListedFilesRule.cImports(listed: []).findings(in: [file]).isEmpty)
  }

  @Test("a directory can be listed")
  func folders() {
    let file = SourceFile(path: "Sources/TLS/OpenSSL/A.swift", text: "let a = unsafe f()")
    let rule = ListedFilesRule.unsafeCode(listed: ["Sources/TLS/OpenSSL/"])
    #expect(rule.findings(in: [file]).isEmpty)
    let outside = SourceFile(path: "Sources/TLS/A.swift", text: "let a = unsafe f()")
    #expect(rule.findings(in: [file, outside]).map(\.path) == [outside.path])
    #expect(rule.findings(in: []).count == 1)
  }

  @Test("a file that is listed and does not need it is found")
  func unused() {
    let rule = ListedFilesRule.unsafeCode(listed: ["Sources/HTTP/Gone.swift"])
    #expect(rule.findings(in: []).count == 1)
  }
}
