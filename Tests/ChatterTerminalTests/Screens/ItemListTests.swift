import Testing

@testable import ChatterTerminal

struct ItemListTests {
  private let memos = [
    Memo.fixture("three", at: 3), .fixture("two", at: 2), .fixture("one", at: 1),
  ]

  private func list() -> ItemList<Memo> {
    var list = ItemList<Memo>()
    list.replace(with: memos)
    list.isShown = true
    return list
  }

  @Test func keepsTheSelectedMemoWhenTheListIsReadAgain() {
    var list = list()
    list.selected = 1
    list.replace(with: [.fixture("four", at: 4)] + memos)
    #expect(list.selectedItem == memos[1])
    list.replace(with: [memos[0]])
    #expect(list.selectedItem == memos[0])
  }

  @Test func selectsANewMemo() {
    var list = list()
    list.selected = 2
    let four = Memo.fixture("four", at: 4)
    list.add(four)
    #expect(list.items == [four] + memos && list.selectedItem == four)
  }

  @Test func replacesOnlyAMemoThatIsThere() {
    var list = list()
    var renamed = memos[1]
    renamed.title = "zwei"
    list[renamed.id] = renamed
    let other = Memo.fixture("four", at: 4)
    list[other.id] = other
    #expect(list.items.map(\.title) == ["three", "zwei", "one"])
  }

  @Test func closesAfterItsLastMemo() {
    var list = list()
    list.selected = 2
    list.remove(memos[2].id)
    #expect(list.selectedItem == memos[1] && list.isShown)
    list.remove(memos[0].id)
    #expect(list.selectedItem == memos[1] && list.isShown)
    list.remove(memos[1].id)
    #expect(list.selectedItem == nil && !list.isShown)
  }
}
