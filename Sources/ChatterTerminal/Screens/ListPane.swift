/// What earlier runs have not posted, or the memos, with a selected one, in place of the timeline.
struct ListPane {
  private static let margin = 3

  private let title: String
  /// The keys and what they do.
  private let keys: String
  private let lines: [String]
  private let selected: Int
  /// A label and the text that is being edited, in place of the selected line; nil otherwise.
  private var edited: (label: String, text: LineEditor)?
  private let glyphs: Glyphs

  /// Nil while neither is shown.
  init?(_ model: FrontEndModel, _ glyphs: Glyphs) {
    self.glyphs = glyphs
    if model.unsentList.isShown {
      let items = model.unsentList.items
      title = "Not posted by an earlier run: \(items.count)"
      keys = "Enter play  p post  x delete  Esc later"
      (lines, selected) = (items.map(\.line), model.unsentList.selected)
    } else if model.memoList.isShown {
      let items = model.memoList.items
      title = "Memos: \(items.count)"
      keys =
        model.memoTitle == nil
        ? "Enter play  p post  e rename  x delete  Esc close" : "Enter save  Esc cancel"
      (lines, selected) = (items.map(\.line), model.memoList.selected)
      edited = model.memoTitle.map { ("Title", $0) }
    } else {
      return nil
    }
  }

  func draw(on screen: inout Screen, from first: Int, height: Int) {
    let columns = screen.width - Self.margin - 1
    screen.put(
      TextWrap.cut(title, columns: columns, glyphs.ellipsis), row: first, column: Self.margin,
      style: .bold)
    if height > 1 {
      screen.put(
        TextWrap.cut(keys, columns: columns, glyphs.ellipsis), row: first + 1,
        column: Self.margin, style: Style(color: .gray))
    }
    let rows = max(0, height - 2)
    let top = max(0, selected - rows + 1)
    for (offset, line) in lines.dropFirst(top).prefix(rows).enumerated() {
      let row = first + 2 + offset
      guard top + offset == selected else {
        put(line, on: &screen, row: row, columns: columns, style: Style(color: .normal))
        continue
      }
      screen.put(glyphs.selection, row: row, column: 0, style: Style(color: .blue, isBold: true))
      if let edited {
        draw(edited.text, edited.label, on: &screen, row: row)
      } else {
        put(line, on: &screen, row: row, columns: columns, style: .bold)
      }
    }
  }

  private func put(
    _ line: String, on screen: inout Screen, row: Int, columns: Int, style: Style
  ) {
    screen.put(
      TextWrap.cut(Printable.line(line), columns: columns, glyphs.ellipsis), row: row,
      column: Self.margin, style: style)
  }

  /// Draws the text that is being edited: its end, or the text around the cursor.
  private func draw(
    _ text: LineEditor, _ label: String, on screen: inout Screen, row: Int
  ) {
    let column = screen.put("\(label): ", row: row, column: Self.margin, style: .bold)
    let space = max(1, screen.width - column - 1)
    let place = screen.put(
      TextWrap.end(of: text.before, columns: space), row: row, column: column)
    screen.put(String(text.after.prefix(screen.width)), row: row, column: place)
    screen.cursor = (row, min(place, screen.width - 1))
  }
}
