import ChatterAudio

/// The written text, or the text that is searched for.
struct ComposePane {
  private let label: String
  private let isFocused: Bool
  private let mark: String
  private let count: String
  private let glyphs: Glyphs
  private let lines: EditorLines

  init(_ model: FrontEndModel, _ glyphs: Glyphs, width: Int) {
    self.glyphs = glyphs
    let isSearching = model.focus == .search
    isFocused = model.focus != .timeline
    let isNarrow = width < FrontEndScreen.narrowWidth
    label =
      switch model.focus {
      case .search: isNarrow ? "/" : " Search"
      case .compose: isNarrow ? "" : " Message"
      case .timeline: isNarrow ? "c" : " Message (c)"
      }
    mark =
      model.hasRecording && !isSearching
      ? " +\(glyphs.clip) \(model.player.duration.clockText)" : ""
    count = isSearching ? model.searchCount : ""
    let columns = width - Self.textColumn(label, mark) - 1 - CellWidth.of(count)
    var text = isSearching ? model.search : model.editor
    if !isFocused {
      // Without the focus: its beginning, on one line.
      text = LineEditor(Printable.line(text.text))
      _ = text.press(.home)
    }
    lines = EditorLines(
      text, columns: columns,
      linesMax: isFocused && !isSearching ? FrontEndLayout.composeRowsMax : 1)
  }

  private static func textColumn(_ label: String, _ mark: String) -> Int {
    CellWidth.of(label) + CellWidth.of(mark) + 2
  }

  var rows: Int { lines.lines.count }

  func draw(on screen: inout Screen, from row: Int, height: Int) {
    guard height > 0 else { return }
    let end = screen.put(
      label, row: row, column: 0, style: isFocused ? .bold : Style(color: .gray))
    let markEnd = screen.put(mark, row: row, column: end, style: Style(color: .green))
    screen.put(": ", row: row, column: markEnd)
    let column = Self.textColumn(label, mark)
    // The line of the cursor is visible, however low the pane is.
    let first = max(0, lines.cursor.row - height + 1)
    for (index, line) in lines.lines[first...].prefix(height).enumerated() {
      screen.put(line, row: row + index, column: column)
    }
    let gray = Style(color: .gray)
    if lines.hidesAbove || first > 0 {
      screen.put(glyphs.up, row: row, column: screen.width - 1, style: gray)
    }
    if lines.hidesBelow || lines.lines.count > first + height {
      screen.put(glyphs.down, row: row + height - 1, column: screen.width - 1, style: gray)
    }
    screen.put(count, row: row, column: screen.width - CellWidth.of(count), style: gray)
    if isFocused {
      let place = column + lines.cursor.column
      screen.cursor = (row + lines.cursor.row - first, min(place, screen.width - 1))
    }
  }
}

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
