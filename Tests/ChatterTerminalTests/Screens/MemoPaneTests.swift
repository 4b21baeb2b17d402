import Testing

@testable import ChatterTerminal

@MainActor struct MemoPaneTests {
  private let size = TerminalSize(width: 60, height: 20)

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
    model.memoList.title = LineEditor("Bread and")
    _ = model.memoList.title?.press(.left)
    let screen = screen(model)
    #expect(screen.text(row: 2) == "   Enter save  Esc cancel")
    #expect(screen.text(row: 4) == "▸  Title: Bread and")
    #expect(screen.cursor?.row == 4 && screen.cursor?.column == 18)
  }

  @Test func showsTheEndOfALongTitle() {
    var model = model("Milk")
    model.memoList.isShown = true
    model.memoList.title = LineEditor(String(repeating: "a", count: 100) + "b")
    let screen = screen(model)
    #expect(screen.text(row: 3).hasSuffix("ab"))
    #expect(screen.cursor?.column == 59)
  }
}
