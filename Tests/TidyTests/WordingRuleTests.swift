import Testing

struct WordingRuleTests {
  private func lines(_ text: String, path: String = "Sources/HTTP/A.swift") -> [Int] {
    WordingRule(mayPrint: ["Sources/ChatterDaemon/"])
      .findings(in: [SourceFile(path: path, text: text)]).map(\.line)
  }

  @Test(
    arguments: [
      "a  // TO" + "DO: b", "/// FIX" + "ME", "// Copyright 2025", "//  Created by A",
      "/* SPDX: MIT */", "print(a)", "  debugPrint(a)", "usleep(5)",
      "Thread.sleep(forTimeInterval: 1)",
      "// let a = 1", "// f(a)", "  // if a {", "// }", "// return f(a)", "//a.b(c)",
      "// func f() {", "// import Glibc", "// a = b;",
    ])
  func findsDebtsLicencesDeadCodePrintsAndSleeps(line: String) {
    #expect(lines("let a = 1\n\(line)\n") == [2])
  }

  @Test(
    arguments: [
      "// Let a caller go first.", "// return before the lock is held", "/// f(a)",
      "let a = \"print(b)\"",
      "log.print(a)", "func print(_ a: Int) {}", "try await loop.sleep(until: a)", "blueprint(a)",
      "let a = \"// let b = 1\"", "// See read(2).", "// For a list, see RFC 9110 (section 5.6.1).",
      "let url = \"https://a/\"  // A server's name.",
    ])
  func ignoresProseStringsMethodsAndDeclarations(line: String) {
    #expect(lines(line) == [])
  }

  @Test func allowsProgramsToPrint() {
    #expect(lines("print(a)", path: "Sources/ChatterDaemon/A.swift") == [])
  }
}
