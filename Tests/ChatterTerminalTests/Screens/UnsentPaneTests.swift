import Testing

@testable import ChatterTerminal

@MainActor struct UnsentPaneTests {
  private func model(_ count: Int) -> FrontEndModel {
    var model = FrontEndModel.fixture(rows: 3)
    model.unsentItems = (1...count).map { number in
      var item = UnsentItem(clipPath: nil, textPath: "/nowhere/\(number).txt")
      (item.text, item.defect) = ("draft\n\(number)", nil)
      return item
    }
    return model
  }

  @Test func showsItemsAndKeysInPlaceOfTheTimeline() {
    var model = model(2)
    let size = TerminalSize(width: 60, height: 20)
    #expect(UnsentPane(model, Glyphs(isUnicode: true)) == nil)
    model.showsUnsent = true
    let screen = FrontEndScreen.draw(model, size: size, capabilities: .unicode)
    #expect(screen.text(row: 1) == "   Not posted by an earlier run: 2")
    #expect(screen.text(row: 2) == "   Enter play  p post  x delete  Esc later")
    #expect(screen.text(row: 3) == "▸  Text: draft 1")
    #expect(screen.text(row: 4) == "   Text: draft 2")
    #expect(!screen.text.contains("message 1"))
  }

  @Test func scrollsToSelectedItem() throws {
    var model = model(9)
    (model.showsUnsent, model.unsentSelected) = (true, 8)
    let pane = try #require(UnsentPane(model, Glyphs(isUnicode: true)))
    var screen = Screen(width: 40, height: 5)
    pane.draw(on: &screen, from: 0, height: 5)
    #expect(screen.text(row: 4) == "▸  Text: draft 9")
    #expect(screen.text(row: 2) == "   Text: draft 7")
  }
}
