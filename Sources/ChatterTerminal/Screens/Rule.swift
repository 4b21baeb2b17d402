/// A horizontal line across the screen, with an optional title.
enum Rule {
  static func draw(on screen: inout Screen, row: Int, title: String, _ glyphs: Glyphs) {
    let gray = Style(color: .gray)
    screen.put(
      String(repeating: glyphs.rule, count: screen.width), row: row, column: 0, style: gray)
    guard !title.isEmpty else { return }
    let text = TextWrap.cut(Printable.line(title), columns: screen.width - 6, glyphs.ellipsis)
    screen.put(" \(text) ", row: row, column: 2, style: .bold)
  }
}
