import Testing

@testable import ChatterTerminal

struct MemoListTests {
  private let memos = [
    Memo.fixture("three", at: 3), .fixture("two", at: 2), .fixture("one", at: 1),
  ]

  private func list() -> MemoList {
    var list = MemoList()
    list.replace(with: memos)
    list.isShown = true
    return list
  }

  @Test func keepsTheSelectedMemoWhenTheListIsReadAgain() {
    var list = list()
    list.selected = 1
    list.replace(with: [.fixture("four", at: 4)] + memos)
    #expect(list.selectedMemo == memos[1])
    list.replace(with: [memos[0]])
    #expect(list.selectedMemo == memos[0])
  }

  @Test func selectsANewMemo() {
    var list = list()
    list.selected = 2
    let four = Memo.fixture("four", at: 4)
    list.add(four)
    #expect(list.items == [four] + memos && list.selectedMemo == four)
  }

  @Test func replacesARenamedMemo() {
    var list = list()
    var renamed = memos[1]
    renamed.title = "zwei"
    list.update(renamed)
    #expect(list.items.map(\.title) == ["three", "zwei", "one"])
  }

  @Test func closesAfterItsLastMemo() {
    var list = list()
    list.selected = 2
    list.title = LineEditor("on")
    list.remove(memos[2].id)
    #expect(list.selectedMemo == memos[1] && list.title == nil && list.isShown)
    list.remove(memos[0].id)
    #expect(list.selectedMemo == memos[1] && list.isShown)
    list.remove(memos[1].id)
    #expect(list.selectedMemo == nil && !list.isShown)
  }
}
