import ChatterAudio

extension FrontEndModel {
  /// Scrolls to the selected chatt, and no further than to the end of the opened one.
  mutating func scroll(size: TerminalSize, glyphs: Glyphs) {
    let height = FrontEndScreen.timelineHeight(size.height)
    top = TimelinePane(model: self, glyphs: glyphs).top(width: size.width, height: height)
    let pane = MessagePane(self, glyphs)
    if let pane { opened?.top = pane.top(width: size.width, height: height) }
  }
}

/// The screen of the front end: a function of the model, the size and the terminal's capabilities.
struct FrontEndScreen {
  let model: FrontEndModel
  let glyphs: Glyphs
  var screen: Screen

  /// The minimum size; a smaller terminal shows it instead of the front end.
  static let sizeMin = TerminalSize(width: 40, height: 12)
  /// The rows below the timeline: rule, record, play, progress, rule, compose, notice.
  private static let footRows = 7

  static func draw(_ model: FrontEndModel, size: TerminalSize, capabilities: TerminalCapabilities)
    -> Screen
  {
    var drawing = FrontEndScreen(
      model: model, glyphs: Glyphs(isUnicode: capabilities.isUnicode),
      screen: Screen(width: size.width, height: size.height))
    drawing.drawAll()
    return drawing.screen
  }

  /// Returns the number of rows of the timeline.
  static func timelineHeight(_ height: Int) -> Int { height - 1 - footRows }

  private mutating func drawAll() {
    guard screen.width >= Self.sizeMin.width, screen.height >= Self.sizeMin.height else {
      let (width, height) = (Self.sizeMin.width, Self.sizeMin.height)
      screen.put("chatter needs \(width) by \(height)", row: 0, column: 0)
      return
    }
    drawTitle()
    let height = Self.timelineHeight(screen.height)
    if model.showsHelp {
      HelpPane.draw(on: &screen, from: 1, height: height)
    } else if let pane = UnsentPane(model, glyphs) {
      pane.draw(on: &screen, from: 1, height: height)
    } else if let pane = MemoPane(model, glyphs) {
      pane.draw(on: &screen, from: 1, height: height)
    } else if let pane = MessagePane(model, glyphs) {
      pane.draw(on: &screen, from: 1, height: height)
    } else {
      TimelinePane(model: model, glyphs: glyphs).draw(on: &screen, from: 1, height: height)
    }
    let foot = screen.height - Self.footRows
    PlayerPane(model: model, glyphs: glyphs).draw(on: &screen, from: foot)
    TranscriptPane(model, glyphs)?.draw(on: &screen, row: foot + 3)
    screen.rule(row: foot + 4, title: "", glyphs)
    drawCompose(row: foot + 5)
    drawFoot(row: foot + 6)
  }

  private mutating func drawTitle() {
    screen.fill(row: 0, style: .reversed)
    let style = Style(isBold: true, isReversed: true)
    let place = screen.put(" Chatter", row: 0, column: 0, style: style)
    screen.put(
      "  \(model.username) at \(model.server)", row: 0, column: place, style: .reversed,
      columnsMax: screen.width - 30)
    let clips = model.rows.count { $0.hasClip }
    let counts =
      model.hasRetrieved
      ? "\(Self.count(model.rows.count, "chatt")), \(Self.count(clips, "clip")) "
      : model.isRetrieving ? "loading " : ""
    screen.put(counts, row: 0, column: screen.width - CellWidth.of(counts), style: .reversed)
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Draws the text line: its end, or the text around the cursor.
  private mutating func drawCompose(row: Int) {
    let isFocused = model.focus == .compose
    let label = isFocused ? " Message" : " Message (c)"
    var column = screen.put(
      label, row: row, column: 0, style: isFocused ? .bold : Style(color: .gray))
    if model.hasRecording {
      column = screen.put(
        " +\(glyphs.clip) \(model.player.duration.clockText)", row: row, column: column,
        style: Style(color: .green))
    }
    column = screen.put(": ", row: row, column: column)
    let space = max(1, screen.width - column - 1)
    let place = screen.put(end(of: model.editor.before, columns: space), row: row, column: column)
    screen.put(String(model.editor.after.prefix(screen.width)), row: row, column: place)
    if isFocused { screen.cursor = (row, min(place, screen.width - 1)) }
  }

  /// Returns the longest suffix of a text that fits.
  private func end(of text: String, columns: Int) -> String {
    var shown: [String] = []
    var width = 0
    for character in text.reversed() {
      let text = Printable.line(String(character))
      width += CellWidth.of(text)
      if width > columns { break }
      shown.append(text)
    }
    return shown.reversed().joined()
  }

  private mutating func drawFoot(row: Int) {
    let hints =
      model.focus == .compose
      ? "Enter post  Esc timeline  ^R record " : "? help  c write  g refresh  q quit "
    // A notice has priority over progress, and progress over a persistent error.
    let isBusy = model.transfer != nil || model.isPosting
    let notice =
      model.notice ?? (isBusy ? nil : model.listError.map { Notice(text: $0, isError: true) })
    // A message that needs the space replaces the hints.
    let needed = notice.map { CellWidth.of(Printable.line($0.onScreen)) + 3 } ?? 0
    let showsHints = needed + hints.count <= screen.width
    let place = showsHints ? screen.width - hints.count : screen.width
    if showsHints { screen.put(hints, row: row, column: place, style: Style(color: .gray)) }
    let columns = place - 2
    if let notice {
      let text = TextWrap.cut(
        Printable.line(notice.onScreen), columns: columns - 1, glyphs.ellipsis)
      let style = notice.isError ? Style(color: .red, isBold: true) : Style(color: .green)
      screen.put(" \(text)", row: row, column: 0, style: style)
    } else if let transfer = model.transfer {
      // Without a known total there is no bar.
      let sign =
        transfer.fraction.map { glyphs.bar($0, columns: max(0, min(20, columns - 12))) }
        ?? "\(model.isPosting ? "Posting" : "Getting the list")\(glyphs.ellipsis)"
      screen.put(" \(sign) \(transfer.text)", row: row, column: 0, columnsMax: columns)
    } else if model.isPosting {
      screen.put(" Posting\(glyphs.ellipsis)", row: row, column: 0, columnsMax: columns)
    }
  }
}
