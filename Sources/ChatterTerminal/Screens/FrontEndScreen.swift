extension FrontEndModel {
  /// Scrolls to the selected chatt, and no further than to the end of what is opened.
  mutating func scroll(size: TerminalSize, glyphs: Glyphs) {
    let screen = FrontEndScreen(self, size: size, glyphs: glyphs)
    let height = screen.layout.body
    top = TimelinePane(model: self, glyphs: glyphs).top(width: size.width, height: height)
    let pane = MessagePane(self, glyphs)
    if let pane { opened?.top = pane.top(width: size.width, height: height) }
    if let helpTop { self.helpTop = HelpPane(width: size.width).top(helpTop, height: height) }
  }

  var showsErrorInTimeline: Bool {
    rows.isEmpty && !hasRetrieved && openedRow == nil && !showsHelp
      && !unsentList.isShown && !memoList.isShown
  }
}

/// The screen of the front end: a function of the model, the size and the terminal's capabilities.
struct FrontEndScreen {
  /// A terminal with fewer columns has shorter texts.
  static let narrowWidth = 48

  let layout: FrontEndLayout
  private let model: FrontEndModel
  private let glyphs: Glyphs
  private let compose: ComposePane
  private let foot: FootPane
  private var screen: Screen

  init(_ model: FrontEndModel, size: TerminalSize, glyphs: Glyphs) {
    (self.model, self.glyphs) = (model, glyphs)
    screen = Screen(width: size.width, height: size.height)
    compose = ComposePane(model, glyphs, width: screen.width)
    foot = FootPane(model, glyphs, width: screen.width)
    // The keys have the whole screen.
    layout = FrontEndLayout(
      height: screen.height, composeRows: model.showsHelp ? 0 : compose.rows, footRows: foot.rows)
  }

  static func draw(_ model: FrontEndModel, size: TerminalSize, capabilities: TerminalCapabilities)
    -> Screen
  {
    var drawing = FrontEndScreen(model, size: size, glyphs: Glyphs(capabilities))
    drawing.drawAll()
    return drawing.screen
  }

  private mutating func drawAll() {
    if layout.title > 0 { drawTitle() }
    drawBody()
    PlayerPane(model: model, glyphs: glyphs)
      .draw(on: &screen, from: layout.playerRow, height: layout.player)
    drawTranscript()
    if layout.composeRule > 0 {
      screen.rule(
        row: layout.composeRow - 1, title: "", glyphs, isActive: model.focus != .timeline)
    }
    compose.draw(on: &screen, from: layout.composeRow, height: layout.compose)
    foot.draw(on: &screen, from: layout.footRow, height: layout.foot)
  }

  private mutating func drawBody() {
    let (first, height) = (layout.title, layout.body)
    if let top = model.helpTop {
      HelpPane(width: screen.width).draw(on: &screen, from: first, height: height, top: top)
    } else if let pane = ListPane(model, glyphs) {
      pane.draw(on: &screen, from: first, height: height)
    } else if let pane = MessagePane(model, glyphs) {
      pane.draw(on: &screen, from: first, height: height)
    } else {
      TimelinePane(model: model, glyphs: glyphs).draw(on: &screen, from: first, height: height)
    }
  }

  /// Draws the end of the growing transcript, in place of the buttons that a recording disables.
  private mutating func drawTranscript() {
    guard layout.player > 1, model.player.isRecording, let text = model.transcript else { return }
    let row = layout.playerRow + layout.player - 1
    screen.fill(row: row, style: .plain)
    let shown = TextWrap.cutStart(text, columns: screen.width - 2, glyphs.ellipsis)
    screen.put(
      text.isEmpty ? "Listening\(glyphs.ellipsis)" : shown, row: row, column: 1,
      style: Style(color: text.isEmpty ? .gray : .normal))
  }

  private mutating func drawTitle() {
    screen.fill(row: 0, style: .reversed)
    let style = Style(isBold: true, isReversed: true)
    let counts = counts()
    let end = screen.width - CellWidth.of(counts)
    let place = screen.put(" Chatter", row: 0, column: 0, style: style)
    screen.put(
      "  \(model.username) at \(model.server)", row: 0, column: place, style: .reversed,
      columnsMax: end - place - 1)
    screen.put(counts, row: 0, column: end, style: .reversed)
  }

  private func counts() -> String {
    guard model.hasRetrieved else { return model.isRetrieving ? "loading " : "" }
    let new = model.unseen.isEmpty ? "" : "\(glyphs.up) \(model.unseen.count) new  "
    let isNarrow = screen.width < Self.narrowWidth
    let count = model.rows.count
    // Where the selected chatt is in the list.
    let place = count > 1 && model.selected > 0 ? "\(model.selected + 1) of " : ""
    let notHeard = model.newCount
    if isNarrow {
      if !new.isEmpty { return new }
      return notHeard > 0 ? "\(glyphs.new) \(notHeard)  \(place)\(count) " : "\(place)\(count) "
    }
    let clips = Self.count(model.rows.count { $0.hasClip }, "clip")
    let ofThem = notHeard > 0 ? ", \(notHeard) not heard" : ""
    return "\(new)\(place)\(Self.count(count, "chatt")), \(clips)\(ofThem) "
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension Screen {
  /// Draws a horizontal line, with a title unless that is empty; heavier above the active pane.
  mutating func rule(row: Int, title: String, _ glyphs: Glyphs, isActive: Bool = false) {
    let style = isActive ? Style(color: .blue, isBold: true) : Style(color: .gray)
    let rule = isActive ? glyphs.activeRule : glyphs.rule
    put(String(repeating: rule, count: width), row: row, column: 0, style: style)
    guard !title.isEmpty else { return }
    let text = TextWrap.cut(Printable.line(title), columns: width - 6, glyphs.ellipsis)
    put(" \(text) ", row: row, column: 2, style: .bold)
  }
}
