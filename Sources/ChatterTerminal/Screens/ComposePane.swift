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
