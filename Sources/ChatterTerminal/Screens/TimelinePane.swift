import Chatter
import ChatterAudio

/// The timeline: each chatt has a line with author, clip and time, and lines with its message. Each
/// day has a line above its chatts, and the first visible chatt has it too.
struct TimelinePane {
  static let messageLinesMax = 4
  /// A lower pane has no lines for days; its times include the date.
  static let heightWithDaysMin = 8
  private static let errorLinesMax = 20
  /// The columns before the text: the selection, and the marker of alternating rows.
  private static let margin = 3

  let model: FrontEndModel
  let glyphs: Glyphs

  func draw(on screen: inout Screen, from first: Int, height: Int) {
    guard !model.rows.isEmpty else {
      return drawEmpty(on: &screen, from: first, height: height)
    }
    let end = first + height
    var row = first
    var index = top(width: screen.width, height: height)
    var previous: Int?
    while index < model.rows.count, row < end {
      if height >= Self.heightWithDaysMin, let day = day(of: index, below: previous) {
        drawDay(day, on: &screen, row: row)
        row += 1
      }
      let lines = messageLines(model.rows[index], width: screen.width)
      for line in 0..<(1 + lines.count) where row + line < end {
        drawMargin(on: &screen, row: row + line, index: index, isFirst: line == 0)
        if line == 0 {
          drawHead(on: &screen, row: row, index: index, hasDays: height >= Self.heightWithDaysMin)
        } else {
          screen.put(
            lines[line - 1], row: row + line, column: Self.margin,
            style: Style(isAlternate: isAlternate(index)))
        }
      }
      row += 1 + lines.count
      previous = index
      index += 1
    }
  }

  /// Returns the first chatt to show so that the selected one is completely visible.
  func top(width: Int, height: Int) -> Int {
    let selected = min(max(0, model.selected), max(0, model.rows.count - 1))
    var top = min(max(0, model.top), selected)
    let hasDays = height >= Self.heightWithDaysMin
    var needed = 0
    // Counts upwards from the selected chatt until the pane is full.
    for index in stride(from: selected, through: top, by: -1) {
      guard model.rows.indices.contains(index) else { break }
      needed += 1 + messageLines(model.rows[index], width: width).count
      // If this chatt is the first one, it has its day; else only below another day.
      let firstDay = hasDays && day(of: index, below: nil) != nil ? 1 : 0
      if needed + firstDay > height {
        top = min(selected, index + 1)
        break
      }
      if hasDays, index > 0, day(of: index, below: index - 1) != nil { needed += 1 }
    }
    return top
  }

  private func drawEmpty(on screen: inout Screen, from first: Int, height: Int) {
    func lines(_ text: String) -> [String] {
      TextWrap.lines(
        text, columns: screen.width - Self.margin - 1, linesMax: Self.errorLinesMax,
        ellipsis: glyphs.ellipsis)
    }
    var text: [String]
    if model.hasRetrieved {
      text = lines("No messages yet. Press c to write, r to record.")
    } else if let error = model.listError {
      let cause = lines(Notice(text: error, isError: true).onScreen)
      text = lines("Could not load the timeline.") + cause + lines("Press g to retry.")
      // The cure is at the end of the error.
      if text.count > height { text = cause.suffix(height) }
    } else {
      text = lines("Loading the timeline\(glyphs.ellipsis)")
    }
    let margin = text.count < height ? 1 : 0
    for (index, line) in text.prefix(height).enumerated() {
      screen.put(line, row: first + margin + index, column: Self.margin)
    }
  }

  private func messageLines(_ row: TimelineRow, width: Int) -> [String] {
    guard !row.message.isEmpty else { return [] }
    return TextWrap.lines(
      row.message, columns: width - Self.margin - 1, linesMax: Self.messageLinesMax,
      ellipsis: glyphs.ellipsis)
  }

  /// Returns the day of a chatt; nil if it is not known or that of the chatt above it.
  private func day(of index: Int, below previous: Int?) -> String? {
    guard let date = model.rows[index].date else { return nil }
    let day = LocalTime.day(of: date, at: model.now)
    let above = previous.flatMap { model.rows[$0].date }
    return above.map { LocalTime.day(of: $0, at: model.now) } == day ? nil : day
  }

  private func drawDay(_ day: String, on screen: inout Screen, row: Int) {
    screen.put(
      String(repeating: glyphs.rule, count: Self.margin - 1) + " \(day)", row: row, column: 0,
      style: Style(color: .gray, isBold: true))
  }

  /// Counts from the oldest chatt, so that a chatt keeps its colour when another arrives.
  private func isAlternate(_ index: Int) -> Bool { (model.rows.count - 1 - index) % 2 == 1 }

  private func drawMargin(on screen: inout Screen, row: Int, index: Int, isFirst: Bool) {
    let isAlternate = isAlternate(index)
    screen.fill(row: row, style: Style(isAlternate: isAlternate))
    let isActive = model.focus == .timeline
    let color: Style.Color = index == model.selected && isActive ? .blue : .gray
    if index == model.selected, isFirst {
      screen.put(
        glyphs.selection, row: row, column: 0,
        style: Style(color: color, isBold: isActive, isAlternate: isAlternate))
    }
    screen.put(
      isAlternate ? glyphs.oddRow : glyphs.evenRow, row: row, column: 1,
      style: Style(color: color, isAlternate: isAlternate))
  }

  private func drawHead(on screen: inout Screen, row: Int, index: Int, hasDays: Bool) {
    let chatt = model.rows[index]
    let isAlternate = isAlternate(index)
    let time = time(of: chatt, hasDays: hasDays)
    var place = screen.width - 1 - CellWidth.of(time)
    screen.put(time, row: row, column: place, style: Style(color: .gray, isAlternate: isAlternate))
    let isInPlayer = chatt.id == model.listeningTo?.id
    let symbol = isInPlayer ? glyphs.icon(model.player.isPlaying ? .play : .pause) : glyphs.clip
    if let clip = chatt.clipText(symbol) {
      place -= CellWidth.of(clip) + 2
      screen.put(
        clip, row: row, column: place,
        style: Style(color: .green, isBold: isInPlayer, isAlternate: isAlternate))
    }
    if chatt.isNew {
      place -= CellWidth.of(glyphs.new) + 1
      screen.put(
        glyphs.new, row: row, column: place,
        style: Style(color: .blue, isBold: true, isAlternate: isAlternate))
    }
    let name = TextWrap.cut(
      Printable.line(chatt.author), columns: max(1, place - Self.margin - 1), glyphs.ellipsis)
    screen.put(
      name, row: row, column: Self.margin,
      style: Style(isBold: true, isAlternate: isAlternate))
  }

  /// Returns the time of a chatt; without a line for its day, with its date.
  private func time(of chatt: TimelineRow, hasDays: Bool) -> String {
    guard let date = chatt.date, let now = model.now else { return chatt.time }
    if let age = LocalTime.age(of: date, at: now) { return age }
    let isToday = LocalTime.day(of: date, at: now) == LocalTime.day(of: now, at: now)
    return hasDays || isToday ? LocalTime.clock(date) : chatt.time
  }
}
