import Testing

@Suite("The rule on wording")
struct WordingRuleTests {
  private func lines(_ text: String, path: String = "Sources/HTTP/A.swift") -> [Int] {
    WordingRule(mayPrint: ["Sources/ChatterDaemon/"])
      .findings(in: [SourceFile(path: path, text: text)]).map(\.line)
  }

  @Test(
    "debts, licences, dead code, printing and sleeping are found",
    arguments: [
      "a  // TO" + "DO: b", "/// FIX" + "ME", "// Copyright 2025", "//  Created by A",
      "/* SPDX: MIT */", "print(a)", "  debugPrint(a)", "usleep(5)",
      "Thread.sleep(forTimeInterval: 1)",
      "// let a = 1", "// f(a)", "  // if a {", "// }", "// return f(a)", "//a.b(c)",
      "// func f() {", "// import Glibc", "// a = b;",
    ])
  func bad(line: String) {
    #expect(lines("let a = 1\n\(line)\n") == [2])
  }

  @Test(
    "prose, strings, methods and declarations of those names are not",
    arguments: [
      "// Let a caller go first.", "// return before the lock is held", "/// f(a)",
      "let a = \"print(b)\"",
      "log.print(a)", "func print(_ a: Int) {}", "try await loop.sleep(until: a)", "blueprint(a)",
      "let a = \"// let b = 1\"", "// See read(2).", "// For a list, see RFC 9110 (section 5.6.1).",
      "let url = \"https://a/\"  // A server's name.",
    ])
  func good(line: String) {
    #expect(lines(line) == [])
  }

  @Test("programs may print")
  func programs() {
    #expect(lines("print(a)", path: "Sources/ChatterDaemon/A.swift") == [])
  }
}
