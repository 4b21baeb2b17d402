import Testing

@testable import ChatterTerminal

struct ComposePaneTests {
  @Test func growsToThreeLinesWhileTheTextIsWritten() {
    var model = FrontEndModel.fixture(rows: 20)
    model.editor = LineEditor("first\nsecond")
    #expect(model.text().contains("\n Message (c): first second"), "without the focus, one line")
    model.focus = .compose
    let two = FrontEndScreen.draw(model, size: .standard, capabilities: .unicode)
    #expect(two.text(row: 21) == " Message: first" && two.text(row: 22) == "          second")
    #expect(two.cursor?.row == 22 && two.cursor?.column == 16)
    model.editor = LineEditor("first\n" + String(repeating: "a", count: 200) + "end")
    let four = FrontEndScreen.draw(model, size: .standard, capabilities: .unicode)
    #expect(four.text(row: 20).hasSuffix("↑"), "there is text above")
    #expect(four.text(row: 22).hasSuffix("aend"))
    #expect(four.cursor?.row == 22 && four.text(row: 19).hasPrefix("━━━"))
    for key in [Key.up, .home] { _ = model.press(key) }
    let start = FrontEndScreen.draw(model, size: .standard, capabilities: .unicode)
    #expect(start.text(row: 20) == " Message: first" && start.text(row: 22).hasSuffix("↓"))
    #expect(start.cursor?.row == 20 && start.cursor?.column == 10)
  }

  @Test func marksThePaneWithTheFocus() {
    var model = FrontEndModel.fixture(rows: 3)
    let timeline = FrontEndScreen.draw(model, size: .standard, capabilities: .unicode)
    #expect(timeline[1, 0].style.color == .blue && timeline.text(row: 21).hasPrefix("───"))
    model.focus = .compose
    let compose = FrontEndScreen.draw(model, size: .standard, capabilities: .unicode)
    #expect(compose[1, 0].style.color == .gray && compose.text(row: 21).hasPrefix("━━━"))
    #expect(compose[21, 0].style.color == .blue)
  }
}
