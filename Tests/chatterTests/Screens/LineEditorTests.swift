import Testing

@testable import chatter

@Suite struct LineEditorTests {
  private func edit(_ text: String, _ keys: [Key]) -> LineEditor {
    var editor = LineEditor(text)
    for key in keys { _ = editor.press(key) }
    return editor
  }

  @Test(
    "keys edit the line",
    arguments: [
      ("ab", [Key.text("c")], "abc", 3), ("ac", [.left, .text("b")], "abc", 2),
      ("abc", [.backspace], "ab", 2), ("abc", [.home, .delete], "bc", 0),
      ("abc", [.home, .backspace], "abc", 0), ("abc", [.end, .delete], "abc", 3),
      ("one two ", [.control("w")], "one ", 4), ("one two", [.control("u")], "", 0),
      ("one two", [.control("a"), .right, .control("k")], "o", 1),
      ("x", [.paste("日本")], "x日本", 3), ("a", [.left, .left, .right, .right], "a", 1),
    ] as [(String, [Key], String, Int)])
  func edits(text: String, keys: [Key], result: String, cursor: Int) {
    let editor = edit(text, keys)
    #expect(editor.text == result)
    #expect(editor.cursor == cursor)
  }

  @Test("a combining mark joins the letter before it, and goes with it")
  func marks() {
    let editor = edit("", [.text("e"), .text("\u{301}")])
    #expect(editor.text == "é" && editor.cursor == 1)
    #expect(edit("", [.text("e"), .text("\u{301}"), .backspace]).isEmpty)
  }

  @Test("what would be too long is left out")
  func limit() {
    var editor = LineEditor(String(repeating: "x", count: LineEditor.bytesMax - 1))
    editor.insert("日")
    #expect(editor.text.utf8.count == LineEditor.bytesMax - 1)
    editor.insert("y")
    #expect(editor.text.utf8.count == LineEditor.bytesMax)
  }

  @Test("keys that are none of an editor are refused")
  func others() {
    var editor = LineEditor("a")
    for key in [Key.up, .enter, .tab, .function(1)] {
      let isTaken = editor.press(key)
      #expect(!isTaken)
    }
    #expect(editor.text == "a")
  }
}
