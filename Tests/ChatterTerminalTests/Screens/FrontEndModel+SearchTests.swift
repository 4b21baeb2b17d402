import Testing

@testable import ChatterTerminal

struct FrontEndModelSearchTests {
  private func model() -> FrontEndModel {
    var model = FrontEndModel.fixture(rows: 10)
    model.rows[3].message = "Zebra"
    model.rows[6].message = "another ZEBRA"
    return model
  }

  private func type(_ text: String, into model: inout FrontEndModel) {
    for scalar in text.unicodeScalars { #expect(model.press(.text(scalar)) == []) }
  }

  @Test func selectsTheNextOlderMatchWhileTheTextIsTyped() {
    var model = model()
    type("/zeb", into: &model)
    #expect(model.focus == .search && model.selected == 3 && model.searchCount == " 1 of 2")
    _ = model.press(.down)
    #expect(model.selected == 6 && model.searchCount == " 2 of 2")
    _ = model.press(.down)
    #expect(model.selected == 6)
    _ = model.press(.up)
    #expect(model.selected == 3)
    _ = model.press(.enter)
    #expect(model.selected == 3 && model.focus == .timeline)
    #expect(model.editor.isEmpty, "the message is not changed")
  }

  @Test func startsAtTheSelectedChattAndContinuesAtTheNewest() {
    var model = model()
    model.selected = 7
    type("/zebra", into: &model)
    #expect(model.selected == 3)
    type("!", into: &model)
    #expect(model.selected == 3 && model.searchCount == " no match")
  }

  @Test func returnsToTheChattWhereTheSearchBegan() {
    var model = model()
    model.selected = 5
    type("/another", into: &model)
    #expect(model.selected == 6)
    model.show([TimelineRow(id: "new", author: "bob", message: "x", time: "")] + model.rows)
    _ = model.press(.escape)
    #expect(model.selected == 6 && model.focus == .timeline, "its row, after a new one arrived")
  }

  @Test func findsAuthors() {
    var model = model()
    model.rows[8].author = "Zoë"
    type("/zOË", into: &model)
    #expect(model.selected == 8)
  }

  @Test func explainsAnEmptyTimeline() {
    var model = FrontEndModel.fixture(rows: 0)
    type("/", into: &model)
    #expect(model.focus == .timeline && model.notice?.text == "There is no chatt yet. Write one")
  }

  @Test func showsTheTextTheCountAndTheCursor() {
    var model = model()
    type("/zeb", into: &model)
    let screen = FrontEndScreen.draw(model, size: .standard, capabilities: .unicode)
    #expect(screen.text(row: 22).hasPrefix(" Search: zeb "))
    #expect(screen.text(row: 22).hasSuffix(" 1 of 2"))
    #expect(screen.cursor?.row == 22 && screen.cursor?.column == 12)
    #expect(screen.text(row: 23).contains("Enter select  Esc cancel"))
  }
}
