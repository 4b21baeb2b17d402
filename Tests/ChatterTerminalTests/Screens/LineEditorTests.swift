import Testing

@testable import ChatterTerminal

struct LineEditorTests {
  private func edit(_ text: String, _ keys: [Key]) -> LineEditor {
    var editor = LineEditor(text)
    for key in keys { _ = editor.press(key) }
    return editor
  }

  @Test(
    arguments: [
      ("ab", [Key.text("c")], "abc", 3), ("ac", [.left, .text("b")], "abc", 2),
      ("abc", [.backspace], "ab", 2), ("abc", [.home, .delete], "bc", 0),
      ("abc", [.home, .backspace], "abc", 0), ("abc", [.end, .delete], "abc", 3),
      ("one two ", [.control("w")], "one ", 4), ("one two", [.control("u")], "", 0),
      ("one two", [.control("a"), .right, .control("k")], "o", 1),
      ("x", [.paste("日本")], "x日本", 3), ("a", [.left, .left, .right, .right], "a", 1),
    ] as [(String, [Key], String, Int)])
  func appliesEditingKeys(text: String, keys: [Key], result: String, cursor: Int) {
    let editor = edit(text, keys)
    #expect(editor.text == result)
    #expect(editor.before.count == cursor)
  }

  @Test(
    arguments: [
      ([Key.up], 3 + 2), ([.up, .up], 2), ([.up, .up, .up], 2), ([.up, .end], 3 + 4),
      ([.up, .home], 3), ([.up, .up, .down, .down], 8 + 2), ([.up, .down, .down], 8 + 2),
    ] as [([Key], Int)])
  func movesBetweenLines(keys: [Key], cursor: Int) {
    let editor = edit("ab\ncdef\ngh", keys)
    #expect(editor.text == "ab\ncdef\ngh")
    #expect(editor.before.count == cursor)
  }

  @Test func deletesWithinTheLine() {
    #expect(edit("ab\ncdef", [.left, .control("u")]).text == "ab\nf")
    #expect(edit("ab\ncd", [.up, .home, .right, .control("k")]).text == "a\ncd")
  }

  @Test func joinsCombiningMarkToLetter() {
    let editor = edit("", [.text("e"), .text("\u{301}")])
    #expect(editor.text == "é" && editor.before.count == 1)
    #expect(edit("", [.text("e"), .text("\u{301}"), .backspace]).isEmpty)
  }

  @Test func cutsOverlongTextAtWholeCharacters() {
    var editor = LineEditor(String(repeating: "x", count: LineEditor.bytesMax - 2))
    var outcome = editor.press(.paste("y日z"))
    #expect(!outcome && editor.text.hasSuffix("xy"))
    #expect(editor.text.utf8.count == LineEditor.bytesMax - 1)
    outcome = editor.press(.text("y"))
    #expect(outcome && editor.text.utf8.count == LineEditor.bytesMax)
    outcome = editor.press(.text("y"))
    #expect(!outcome && editor.text.utf8.count == LineEditor.bytesMax)
  }

  @Test func keepsLineBreaksAndDropsControlsOfPastes() {
    var editor = LineEditor()
    _ = editor.press(.paste("a\r\nb\rc\n\td\u{1B}[1m\u{0}\u{7F}\u{9B}e"))
    #expect(editor.text == "a\nb\nc\n\td[1me")
    _ = editor.press(.alt("\r"))
    #expect(editor.text.hasSuffix("e\n"))
  }

  @Test func ignoresOtherKeys() {
    var editor = LineEditor("a")
    for key in [Key.up, .enter, .tab, .function(1)] {
      let outcome = editor.press(key)
      #expect(outcome)
    }
    #expect(editor.text == "a")
  }
}
