import Testing

@testable import ChatterTerminal

struct FrontEndModelUnseenTests {
  private let size = TerminalSize(width: 80, height: 14)
  private let glyphs = Glyphs(isUnicode: true)

  private func scroll(_ model: inout FrontEndModel) {
    model.scroll(size: size, glyphs: glyphs)
    model.markSeen()
  }

  @Test func countsChattsThatArriveAboveTheVisibleOnes() {
    var model = FrontEndModel.fixture(rows: 9)
    #expect(model.unseen.count == 0, "the first list is not new")
    model.selected = 8
    scroll(&model)
    #expect(model.top > 0)
    let id = model.rows[model.top].id
    model.show(FrontEndModel.rows(11))
    scroll(&model)
    #expect(model.unseen.count == 2 && model.rows[model.top].id == id, "the view stays")
    model.show(FrontEndModel.rows(12))
    scroll(&model)
    #expect(model.unseen.count == 3)
    model.selected = 1
    scroll(&model)
    #expect(model.unseen.count == 1, "two of them are visible")
    model.selected = 0
    scroll(&model)
    #expect(model.unseen.count == 0)
  }

  @Test func countsNoVisibleChatt() {
    var model = FrontEndModel.fixture(rows: 2)
    model.show(FrontEndModel.rows(3))
    scroll(&model)
    #expect(model.unseen.count == 0)
  }

  @Test func countsChattsWhileAnotherIsReadInFull() {
    var model = FrontEndModel.fixture(rows: 2)
    _ = model.press(.text("o"))
    model.show(FrontEndModel.rows(3))
    scroll(&model)
    #expect(model.unseen.count == 1)
    _ = model.press(.escape)
    scroll(&model)
    #expect(model.unseen.count == 0)
  }

  @Test func countsNoRemovedChatt() {
    var model = FrontEndModel.fixture(rows: 2)
    model.show(FrontEndModel.rows(3))
    model.show(FrontEndModel.rows(2))
    #expect(model.unseen.count == 0)
  }
}
