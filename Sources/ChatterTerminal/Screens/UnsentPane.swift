/// What earlier runs have not posted, in place of the timeline.
struct UnsentPane {
  private static let margin = 3

  private let model: FrontEndModel
  private let glyphs: Glyphs

  /// Nil while the items are not shown.
  init?(_ model: FrontEndModel, _ glyphs: Glyphs) {
    guard model.showsUnsent, !model.unsentItems.isEmpty else { return nil }
    (self.model, self.glyphs) = (model, glyphs)
  }

  func draw(on screen: inout Screen, from first: Int, height: Int) {
    let columns = screen.width - Self.margin - 1
    let title = "Not posted by an earlier run: \(model.unsentItems.count)"
    screen.put(
      TextWrap.cut(title, columns: columns, glyphs.ellipsis), row: first, column: Self.margin,
      style: .bold)
    let keys = "Enter play  p post  x delete  Esc later"
    if height > 1 {
      screen.put(
        TextWrap.cut(keys, columns: columns, glyphs.ellipsis), row: first + 1,
        column: Self.margin, style: Style(color: .gray))
    }
    let rows = max(0, height - 2)
    let top = max(0, model.unsentSelected - rows + 1)
    for (offset, item) in model.unsentItems.dropFirst(top).prefix(rows).enumerated() {
      let row = first + 2 + offset
      let isSelected = top + offset == model.unsentSelected
      if isSelected {
        screen.put(glyphs.selection, row: row, column: 0, style: Style(color: .blue, isBold: true))
      }
      let line = TextWrap.cut(Printable.line(item.line), columns: columns, glyphs.ellipsis)
      screen.put(
        line, row: row, column: Self.margin, style: isSelected ? .bold : Style(color: .normal))
    }
  }
}
