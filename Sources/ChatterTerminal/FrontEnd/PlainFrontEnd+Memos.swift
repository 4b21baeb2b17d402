extension PlainFrontEnd {
  func perform(_ command: MemoAction<Int>) {
    let memo = command.id.flatMap(memo)
    switch (command, memo) {
    case (.open, _): listMemos()
    case (.save(let title), _): session.act(session.model.saveMemo(title: title))
    case (.play, let memo?): session.act(session.model.play(memo))
    case (.post, let memo?): session.act(session.model.post(memo))
    case (.delete, let memo?): session.act(session.model.delete(memo))
    case (.rename(_, let title), let memo?):
      session.act([.memo(.rename(memo.id, title: title))])
    case (_, nil): break
    }
  }

  private func listMemos() {
    session.act([.memo(.open)])
    let memos = session.model.memoList.items
    numberedMemos = memos.map(\.id)
    // A notice gives the reason if there are none.
    if memos.isEmpty { return }
    for (index, memo) in memos.enumerated() { printLine("\(index + 1). \(memo.line)") }
    printLine("Type memo play N, memo post N, memo rename N TITLE or memo delete N.")
  }

  /// Returns the memo with a number in the list printed last, or now; prints why there is none.
  private func memo(_ number: Int) -> Memo? {
    if numberedMemos == nil {
      session.act([.memo(.open)])
      let memos = session.model.memoList.items
      if memos.isEmpty { return nil }
      numberedMemos = memos.map(\.id)
    }
    let ids = numberedMemos ?? []
    guard ids.indices.contains(number - 1),
      let memo = session.model.memoList[ids[number - 1]]
    else {
      printLine("There is no memo \(number): type memo.")
      return nil
    }
    return memo
  }
}
