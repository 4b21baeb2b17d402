import Testing

struct CodeBlankingTests {
  @Test(
    arguments: [
      ("a // b", "a ", "// b"),
      ("a /* b /* c */ d */ e", "a  e", "/* b /* c */ d */"),
      ("f(\"a // b\")", "f(\"\")", ""),
      ("f(\"a \\\" b\") // c", "f(\"\") ", "// c"),
      ("f(\"a \\(g(\"h\") + i) j\")", "f(\" g(\"\") + i \")", ""),
      ("f(#\"a \" b \\( c\"#) d", "f(\"\") d", ""),
      ("f(#\"a \\#(b)\"#) c", "f(\" b \") c", ""),
      ("let a = \"\"\"\n  b \" // c\n  \"\"\" // d", "let a = \"\n\n\" ", "\n\n// d"),
      ("/* a\nb */ c", "\n c", "/* a\nb */"),
      ("#if os(Linux)", "#if os(Linux)", ""),
    ])
  func separatesCodeFromCommentsAndOmitsStrings(source: String, code: String, comments: String) {
    let parts = CodeBlanking.split(source)
    #expect(parts.code == code)
    #expect(parts.comments == comments)
  }

  @Test func keepsTheNumberOfLines() {
    let source = "a \"b\\(c /* d */)\" // e\n\"\"\"\nf\n\"\"\"\n/* g\n*/ #\"h\"# i\n"
    for end in source.indices {
      let text = String(source[..<end])
      let parts = CodeBlanking.split(text)
      let lines = text.count(where: { $0 == "\n" })
      #expect(parts.code.count(where: { $0 == "\n" }) == lines)
      #expect(parts.comments.count(where: { $0 == "\n" }) == lines)
    }
  }
}
