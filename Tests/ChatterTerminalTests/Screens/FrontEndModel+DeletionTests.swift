import Testing

@testable import ChatterTerminal

struct FrontEndModelDeletionTests {
  @Test(arguments: [Key.text("D"), .delete])
  func asksBeforeDeletingAnOwnChatt(key: Key) {
    var model = FrontEndModel.fixture(rows: 3)
    model.ownIDs = ["2", "1"]
    #expect(model.press(key) == [] && model.notice?.text.contains("for everyone") == true)
    _ = model.press(.down)
    #expect(model.press(key) == [], "that is another chatt")
    #expect(model.press(key) == [.deleteChatt(id: "1")])
  }

  @Test func refusesAChattOfSomeoneElse() {
    var model = FrontEndModel.fixture(rows: 3)
    for _ in 0..<2 { #expect(model.press(.text("D")) == []) }
    #expect(model.notice?.text == FrontEndModel.notOwnText)
  }

  @Test func keepsTheSelectionWhenARowDisappears() {
    var model = FrontEndModel.fixture(rows: 4)
    model.selected = 2
    var rows = model.rows
    rows.remove(at: 0)
    model.show(rows)
    #expect(model.selectedRow?.id == "1")
    rows.removeAll { $0.id == "1" }
    model.show(rows)
    #expect(model.selectedRow?.id == "0", "the next older one takes its place")
    model.show([])
    #expect(model.selectedRow == nil && model.selected == 0)
  }
}
