/// What earlier runs have not posted, in place of the timeline.
struct UnsentPane {
  private let list: ListPane

  /// Nil while the items are not shown.
  init?(_ model: FrontEndModel, _ glyphs: Glyphs) {
    guard model.showsUnsent, !model.unsentItems.isEmpty else { return nil }
    list = ListPane(
      title: "Not posted by an earlier run: \(model.unsentItems.count)",
      keys: "Enter play  p post  x delete  Esc later", lines: model.unsentItems.map(\.line),
      selected: model.unsentSelected, glyphs: glyphs)
  }

  func draw(on screen: inout Screen, from first: Int, height: Int) {
    list.draw(on: &screen, from: first, height: height)
  }
}
