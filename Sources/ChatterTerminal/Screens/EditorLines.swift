/// The text of a line editor, broken at the edge of the screen and at line breaks, with its cursor.
struct EditorLines {
  /// The visible lines, up to a maximum; the line of the cursor is one of them.
  let lines: [String]
  /// The position of the cursor in the visible lines.
  let cursor: (row: Int, column: Int)
  /// Whether there is text above and below the visible lines.
  let (hidesAbove, hidesBelow): (Bool, Bool)

  init(_ editor: LineEditor, columns: Int, linesMax: Int) {
    var rows = Rows(columns: max(1, columns))
    for character in editor.before { rows.append(character) }
    let cursor = rows.cursor
    // No more of the rest than the visible lines have room for.
    var rest = editor.after[...]
    while let character = rest.first, rows.lines.count <= cursor.row + linesMax {
      rows.append(character)
      rest.removeFirst()
    }
    if rows.lines.count <= cursor.row { rows.lines.append("") }
    let first = max(0, min(cursor.row, max(0, cursor.row - linesMax + 1)))
    lines = Array(rows.lines[first...].prefix(linesMax))
    self.cursor = (cursor.row - first, cursor.column)
    (hidesAbove, hidesBelow) = (first > 0, rows.lines.count > first + linesMax)
  }

  private struct Rows {
    let columns: Int
    var lines = [""]
    private var width = 0

    init(columns: Int) { self.columns = columns }

    /// At the edge, the cursor is at the beginning of the next line.
    var cursor: (row: Int, column: Int) {
      width < columns ? (lines.count - 1, width) : (lines.count, 0)
    }

    mutating func append(_ character: Character) {
      if character.isNewline {
        lines.append("")
        width = 0
        return
      }
      for cell in Printable.line(String(character)).flatMap(CellWidth.cells) {
        let count = CellWidth.of(cell)
        if width + count > columns, width > 0 {
          lines.append("")
          width = 0
        }
        lines[lines.count - 1] += cell
        width += count
      }
    }
  }
}
