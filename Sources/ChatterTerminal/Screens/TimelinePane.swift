import ChatterAudio

/// The timeline: each chatt has a line with author, clip and time, and lines with its message.
struct TimelinePane {
  /// The maximum number of lines shown of a message.
  static let messageLinesMax = 4
  /// The columns before the text: the selection, and the marker of alternating rows.
  private static let margin = 3

  let model: FrontEndModel
  let glyphs: Glyphs

  func draw(on screen: inout Screen, from first: Int, height: Int) {
    guard !model.rows.isEmpty else {
      let text =
        model.hasRetrieved
        ? "No messages yet. Press c to write, r to record."
        : model.listError == nil
          ? "Loading the timeline\(glyphs.ellipsis)"
          : "Could not load the timeline. Press g to retry."
      screen.put(text, row: first + 1, column: Self.margin)
      return
    }
    var row = first
    var index = top(width: screen.width, height: height)
    while index < model.rows.count, row < first + height {
      let lines = messageLines(model.rows[index], width: screen.width)
      for line in 0..<(1 + lines.count) where row + line < first + height {
        drawMargin(on: &screen, row: row + line, index: index, isFirst: line == 0)
        if line == 0 {
          drawHead(on: &screen, row: row, index: index)
        } else {
          screen.put(
            lines[line - 1], row: row + line, column: Self.margin,
            style: Style(isAlternate: isAlternate(index)))
        }
      }
      row += 1 + lines.count
      index += 1
    }
  }

  /// Returns the first chatt to show so that the selected one is completely visible.
  func top(width: Int, height: Int) -> Int {
    let selected = min(max(0, model.selected), max(0, model.rows.count - 1))
    var top = min(max(0, model.top), selected)
    var needed = 0
    // Counts upwards from the selected chatt until the pane is full.
    for index in stride(from: selected, through: top, by: -1) {
      guard model.rows.indices.contains(index) else { break }
      needed += 1 + messageLines(model.rows[index], width: width).count
      if needed > height {
        top = min(selected, index + 1)
        break
      }
    }
    return top
  }

  private func messageLines(_ row: TimelineRow, width: Int) -> [String] {
    guard !row.message.isEmpty else { return [] }
    return TextWrap.lines(
      row.message, columns: width - Self.margin - 1, linesMax: Self.messageLinesMax,
      ellipsis: glyphs.ellipsis)
  }

  /// Counts from the oldest chatt, so that a chatt keeps its colour when another arrives.
  private func isAlternate(_ index: Int) -> Bool { (model.rows.count - 1 - index) % 2 == 1 }

  private func drawMargin(on screen: inout Screen, row: Int, index: Int, isFirst: Bool) {
    let isAlternate = isAlternate(index)
    screen.fill(row: row, style: Style(isAlternate: isAlternate))
    if index == model.selected, isFirst {
      screen.put(
        glyphs.selection, row: row, column: 0,
        style: Style(color: .blue, isBold: true, isAlternate: isAlternate))
    }
    screen.put(
      isAlternate ? glyphs.oddRow : glyphs.evenRow, row: row, column: 1,
      style: Style(color: index == model.selected ? .blue : .gray, isAlternate: isAlternate))
  }

  private func drawHead(on screen: inout Screen, row: Int, index: Int) {
    let chatt = model.rows[index]
    let isAlternate = isAlternate(index)
    var place = screen.width - 1 - CellWidth.of(chatt.time)
    screen.put(
      chatt.time, row: row, column: place, style: Style(color: .gray, isAlternate: isAlternate))
    if let clip = chatt.clipText(glyphs) {
      place -= CellWidth.of(clip) + 2
      screen.put(
        clip, row: row, column: place, style: Style(color: .green, isAlternate: isAlternate))
    }
    let name = TextWrap.cut(
      Printable.line(chatt.author), columns: max(1, place - Self.margin - 1), glyphs.ellipsis)
    screen.put(
      name, row: row, column: Self.margin,
      style: Style(isBold: true, isAlternate: isAlternate))
  }
}
