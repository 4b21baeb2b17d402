import Testing

@testable import ChatterTerminal

struct MemoActionTests {
  @Test func explainsEachFailure() {
    let id = Memo.fixture("Milk").id
    let actions: [MemoAction] = [
      .open, .save(title: ""), .play(id), .post(id), .rename(id, title: ""), .delete(id),
    ]
    #expect(Set(actions.map { $0.failure(.full) }).count == actions.count)
    for action in actions { #expect(action.failure(.full).contains("delete one first")) }
    #expect(actions.map(\.id) == [nil, nil, id, id, id, id])
  }
}
