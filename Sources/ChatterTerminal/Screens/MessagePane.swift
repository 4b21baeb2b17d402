/// A chatt in full, in place of the timeline.
struct MessagePane {
  private static let margin = 3
  /// More lines than a message can have.
  private static let linesMax = LineEditor.bytesMax * 16

  private let row: TimelineRow
  private let top: Int
  private let glyphs: Glyphs

  /// Nil while no chatt is open.
  init?(_ model: FrontEndModel, _ glyphs: Glyphs) {
    guard let row = model.openedRow, let opened = model.opened else { return nil }
    (self.row, top, self.glyphs) = (row, opened.top, glyphs)
  }

  private func lines(width: Int) -> [String] {
    TextWrap.lines(
      row.message, columns: width - Self.margin - 1, linesMax: Self.linesMax,
      ellipsis: glyphs.ellipsis)
  }

  /// Returns the first visible line: the requested one, limited so that the last page is full.
  func top(width: Int, height: Int) -> Int {
    min(top, max(0, lines(width: width).count - (height - 1)))
  }

  func draw(on screen: inout Screen, from first: Int, height: Int) {
    let lines = lines(width: screen.width)
    let top = min(top, max(0, lines.count - (height - 1)))
    let shown = lines.dropFirst(top).prefix(max(0, height - 1))
    let place = lines.count > shown.count ? "  \(top + shown.count) of \(lines.count) lines" : ""
    let author = TextWrap.cut(
      Printable.line(row.author), columns: max(1, screen.width / 2), glyphs.ellipsis)
    let end = screen.put(author, row: first, column: Self.margin, style: .bold)
    screen.put(
      "  \(row.time)\(place)  Esc returns", row: first, column: end, style: Style(color: .gray))
    for (index, line) in shown.enumerated() {
      screen.put(line, row: first + 1 + index, column: Self.margin)
    }
  }
}
