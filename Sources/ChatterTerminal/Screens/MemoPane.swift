/// The memos, in place of the timeline.
struct MemoPane {
  private let list: ListPane

  /// Nil while the memos are not shown.
  init?(_ model: FrontEndModel, _ glyphs: Glyphs) {
    let memos = model.memoList
    guard memos.isShown, !memos.items.isEmpty else { return nil }
    list = ListPane(
      title: "Memos: \(memos.items.count)",
      keys: memos.title == nil
        ? "Enter play  p post  e rename  x delete  Esc close" : "Enter save  Esc cancel",
      lines: memos.items.map(\.line), selected: memos.selected,
      edited: memos.title.map { ("Title", $0) }, glyphs: glyphs)
  }

  func draw(on screen: inout Screen, from first: Int, height: Int) {
    list.draw(on: &screen, from: first, height: height)
  }
}
