import Testing

@testable import ChatterTerminal

@MainActor struct ListPaneTests {
  private let size = TerminalSize(width: 60, height: 20)

  private func model(_ count: Int) -> FrontEndModel {
    var model = FrontEndModel.fixture(rows: 3)
    model.unsentList.items = (1...count).map { number in
      var item = UnsentItem(clipPath: nil, textPath: "/nowhere/\(number).txt")
      (item.text, item.defect) = ("draft\n\(number)", nil)
      return item
    }
    return model
  }

  @Test func showsUnsentItemsAndKeysInPlaceOfTheTimeline() {
    var model = model(2)
    #expect(ListPane(model, Glyphs(isUnicode: true)) == nil)
    model.unsentList.isShown = true
    let screen = FrontEndScreen.draw(model, size: size, capabilities: .unicode)
    #expect(screen.text(row: 1) == "   Not posted by an earlier run: 2")
    #expect(screen.text(row: 2) == "   Enter play  p post  x delete  Esc later")
    #expect(screen.text(row: 3) == "▸  Text: draft 1")
    #expect(screen.text(row: 4) == "   Text: draft 2")
    #expect(!screen.text.contains("message 1"))
  }

  @Test func scrollsToSelectedItem() throws {
    var model = model(9)
    (model.unsentList.isShown, model.unsentList.selected) = (true, 8)
    let pane = try #require(ListPane(model, Glyphs(isUnicode: true)))
    var screen = Screen(width: 40, height: 5)
    pane.draw(on: &screen, from: 0, height: 5)
    #expect(screen.text(row: 4) == "▸  Text: draft 9")
    #expect(screen.text(row: 2) == "   Text: draft 7")
  }

  private func model(_ titles: String...) -> FrontEndModel {
    var model = FrontEndModel.fixture(rows: 3)
    model.memoList.replace(with: titles.map { Memo.fixture($0) })
    return model
  }

  private func screen(_ model: FrontEndModel) -> Screen {
    FrontEndScreen.draw(model, size: size, capabilities: .unicode)
  }

  @Test func showsMemosAndKeysInPlaceOfTheTimeline() {
    var model = model("Milk\u{1B}", "")
    #expect(screen(model).text.contains("message 1"))
    model.memoList.isShown = true
    let date = LocalTime.text(model.memoList.items[0].created)
    let screen = screen(model)
    #expect(screen.text(row: 1) == "   Memos: 2")
    #expect(screen.text(row: 2) == "   Enter play  p post  e rename  x delete  Esc close")
    #expect(screen.text(row: 3) == "▸  \(date)  00:05  Milk\u{FFFD}")
    #expect(screen.text(row: 4) == "   \(date)  00:05  Untitled")
    #expect(!screen.text.contains("message 1"))
  }

  @Test func editsATitleInItsRow() {
    var model = model("Milk", "Bread")
    model.memoList.isShown = true
    model.memoList.selected = 1
    model.memoTitle = LineEditor("Bread and")
    _ = model.memoTitle?.press(.left)
    let screen = screen(model)
    #expect(screen.text(row: 2) == "   Enter save  Esc cancel")
    #expect(screen.text(row: 4) == "▸  Title: Bread and")
    #expect(screen.cursor?.row == 4 && screen.cursor?.column == 18)
  }

  @Test func showsTheEndOfALongTitle() {
    var model = model("Milk")
    model.memoList.isShown = true
    model.memoTitle = LineEditor(String(repeating: "a", count: 100) + "b")
    let screen = screen(model)
    #expect(screen.text(row: 3).hasSuffix("ab"))
    #expect(screen.cursor?.column == 59)
  }
}
