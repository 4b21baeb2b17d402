import Testing

@testable import ChatterTerminal

struct EditorLinesTests {
  private func lines(_ before: String, _ after: String = "", columns: Int = 5) -> EditorLines {
    var editor = LineEditor(before + after)
    for _ in after { _ = editor.press(.left) }
    return EditorLines(editor, columns: columns, linesMax: 3)
  }

  @Test(
    arguments: [
      ("", "", [""], 0, 0), ("abc", "", ["abc"], 0, 3), ("abcde", "", ["abcde", ""], 1, 0),
      ("abcdef", "", ["abcde", "f"], 1, 1), ("ab", "cdefg", ["abcde", "fg"], 0, 2),
      ("a\n", "b", ["a", "b"], 1, 0), ("日本", "語", ["日本", "語"], 0, 4),
      ("abcde", "f", ["abcde", "f"], 1, 0), ("\u{1B}x", "", ["\u{FFFD}x"], 0, 2),
    ] as [(String, String, [String], Int, Int)])
  func breaksTextAndPlacesTheCursor(
    before: String, after: String, expected: [String], row: Int, column: Int
  ) {
    let lines = lines(before, after)
    #expect(lines.lines == expected)
    #expect(lines.cursor.row == row && lines.cursor.column == column)
    #expect(!lines.hidesAbove && !lines.hidesBelow)
  }

  @Test func showsTheLineOfTheCursorAndMarksWhatIsHidden() {
    let end = lines("1\n2\n3\n4\n5")
    #expect(end.lines == ["3", "4", "5"] && end.hidesAbove && !end.hidesBelow)
    let middle = lines("1\n2\n3\n4", "\n5")
    #expect(middle.lines == ["2", "3", "4"] && middle.hidesAbove && middle.hidesBelow)
    #expect(middle.cursor == (2, 1))
    let start = lines("", "1\n2\n3\n4\n5")
    #expect(start.lines == ["1", "2", "3"] && !start.hidesAbove && start.hidesBelow)
  }

  @Test func breaksALongTextOnce() {
    let lines = lines(String(repeating: "a", count: LineEditor.bytesMax), columns: 70)
    #expect(lines.lines.count == 3 && lines.hidesAbove)
  }
}
