extension PlainFrontEnd {
  func perform(_ command: PlainCommand.MemoCommand) {
    switch command {
    case .list: listMemos()
    case .save(let title): session.saveMemo(title: title)
    case .use(let number, let use): if let memo = memo(number) { session.use(memo, use) }
    case .rename(let number, let title):
      if let memo = memo(number) { session.act(.memo(.rename(memo.id, title: title))) }
    }
  }

  private func listMemos() {
    session.act(.memo(.open))
    let memos = session.model.memoList.items
    numberedMemos = memos.map(\.id)
    // A notice gives the reason if there are none.
    if memos.isEmpty { return }
    for (index, memo) in memos.enumerated() { printLine("\(index + 1). \(memo.line)") }
    printLine("Type memo play N, memo post N, memo rename N TITLE or memo delete N.")
  }

  /// Returns the memo with a number; prints why there is none. Before the first list, a number is
  /// that of the list that would be printed.
  private func memo(_ number: Int) -> Memo? {
    if numberedMemos == nil {
      session.act(.memo(.open))
      let memos = session.model.memoList.items
      if memos.isEmpty { return nil }
      numberedMemos = memos.map(\.id)
    }
    let ids = numberedMemos ?? []
    guard ids.indices.contains(number - 1),
      let memo = session.model.memoList.memo(ids[number - 1])
    else {
      printLine("There is no memo \(number): type memo.")
      return nil
    }
    return memo
  }
}
