import ChatterAudio

/// The record button with the clock and the level, the position in the clip, and the buttons.
struct PlayerPane {
  private struct Button {
    var key: String
    /// With and without room for a label.
    var (label, shortLabel): (String, String)
    /// What is shown in place of the key while it is disabled.
    var sign: String?
    var isDisabled: Bool
  }

  /// The minimum width of a bar, in columns; a narrower one is left out.
  private static let barColumnsMin = 5

  /// A terminal with fewer columns has no label beside the times.
  private static let looseWidth = 28
  private static let levelColumns = 16

  let model: FrontEndModel
  let glyphs: Glyphs

  private var player: PlayerView { model.player }

  /// Draws one to three rows: the clock, the buttons below it, a rule above it.
  func draw(on screen: inout Screen, from first: Int, height: Int) {
    guard height > 0 else { return }
    var row = first
    if height > 2 {
      screen.rule(row: row, title: title, glyphs)
      row += 1
    }
    drawClock(on: &screen, row: row, hasButtons: height > 1)
    if height > 1 { drawButtons(on: &screen, row: row + 1) }
  }

  private var title: String {
    guard let row = model.listeningTo else {
      return model.hasRecording ? "Your recording" : "Recorder"
    }
    if model.unsentList[row.id] != nil { return "Unsent recording" }
    if let memo = model.memoList.items.first(where: { $0.id.text == row.id }) {
      return "Memo: \(memo.name)"
    }
    let rest =
      switch model.queue {
      case nil: ""
      case .all: ", then all that came after it"
      case .unheard: ", then what else is new"
      }
    return "Clip of \(row.author)\(rest)"
  }

  private func drawClock(on screen: inout Screen, row: Int, hasButtons: Bool) {
    var place = 1
    if !player.recHidden { place = drawRecord(on: &screen, row: row) + 2 }
    if player.isRecording {
      place = screen.put(player.currentTime.clockText, row: row, column: place, style: .bold) + 2
      let color: Style.Color = player.level > 0.95 ? .red : .green
      drawMeter(on: &screen, row: row, column: place, color: color)
      return
    }
    guard player.hasClip else { return }
    if !hasButtons {
      // What the buttons would tell.
      place =
        screen.put(
          glyphs.icon(player.isPlaying ? .play : .pause), row: row, column: place) + 1
    }
    let separator = isTight(screen) ? "/" : " / "
    let times = player.currentTime.clockText + separator + player.duration.clockText
    place = screen.put(times, row: row, column: place) + 2
    let facts =
      "  \(Self.factor(player.rate))x  volume \(Int((player.volume * 100).rounded())) %"
      + (player.repeats ? "  repeat" : "")
    var columns = screen.width - 1 - place
    if columns - CellWidth.of(facts) >= Self.barColumnsMin {
      columns -= CellWidth.of(facts)
      screen.put(facts, row: row, column: place + columns)
    }
    if columns >= Self.barColumnsMin {
      drawProgress(on: &screen, row: row, column: place, columns: columns)
    }
  }

  /// Whether only the button's symbol fits beside both times.
  private func isTight(_ screen: Screen) -> Bool { screen.width < Self.looseWidth }

  private func drawRecord(on screen: inout Screen, row: Int) -> Int {
    let isNarrow = screen.width < FrontEndScreen.narrowWidth
    let label =
      player.isRecording ? (isNarrow ? "Stop" : "Stop recording") : (isNarrow ? "Rec" : "Record")
    let icon = glyphs.icon(player.recIcon)
    let words = isTight(screen) && player.hasClip ? icon : "\(icon) \(label)"
    if player.recDisabled || model.isPostingClip {
      return screen.put("(\(words))", row: row, column: 1, style: Style(color: .gray))
    }
    let color: Style.Color =
      switch player.recColor {
      case .blue: .blue
      case .red: .red
      case .grey: .gray
      }
    let place = screen.put("r ", row: row, column: 1, style: .bold)
    return screen.put(words, row: row, column: place, style: Style(color: color, isBold: true))
  }

  /// Draws the levels of the last seconds, the newest at the right; without them, the current one.
  private func drawMeter(on screen: inout Screen, row: Int, column: Int, color: Style.Color) {
    let columns = screen.width - 1 - column
    guard columns >= Self.barColumnsMin else { return }
    let levels = player.levels.suffix(columns)
    let text =
      glyphs.isUnicode && !levels.isEmpty
      ? levels.map(glyphs.wave).joined() : glyphs.bar(player.level, columns: columns)
    screen.put(text, row: row, column: column, style: Style(color: color))
  }

  /// Draws the waveform of the clip, or a bar while it is not known.
  private func drawProgress(on screen: inout Screen, row: Int, column: Int, columns: Int) {
    let peaks = glyphs.isUnicode && glyphs.hasColors ? model.peaks : []
    guard !peaks.isEmpty else {
      let bar = glyphs.bar(player.progress, columns: columns)
      screen.put(bar, row: row, column: column, style: Style(color: .blue))
      return
    }
    let played = Int((player.progress * Double(columns)).rounded())
    for place in 0..<columns {
      let first = place * peaks.count / columns
      let end = max(first + 1, (place + 1) * peaks.count / columns)
      let isPlayed = place < played
      screen.put(
        glyphs.wave(peaks[first..<end].max() ?? 0), row: row, column: column + place,
        style: Style(color: isPlayed ? .blue : .gray, isBold: isPlayed))
    }
  }

  private func drawButtons(on screen: inout Screen, row: Int) {
    let buttons = buttons()
    // The labels are shown if all of them fit.
    let needed = buttons.reduce(1) { $0 + width(of: $1, isShort: false) + 2 } - 2
    let isShort = needed > screen.width
    var place = 1
    for button in buttons {
      guard place + width(of: button, isShort: isShort) <= screen.width else { return }
      place = draw(button, on: &screen, row: row, column: place, isShort: isShort) + 2
    }
    guard player.isPlaying else { return }
    let columns = min(Self.levelColumns, screen.width - 1 - place)
    guard columns >= Self.barColumnsMin else { return }
    screen.put(
      glyphs.bar(player.level, columns: columns), row: row, column: screen.width - 1 - columns,
      style: Style(color: .green))
  }

  private func buttons() -> [Button] {
    let skip = "\(player.skipSeconds)"
    let play = glyphs.icon(player.playIcon)
    let done = glyphs.icon(player.doneIcon)
    let controls = [(glyphs.left, "\(skip) s", skip), (glyphs.right, "\(skip) s", skip)]
    return [
      Button(
        key: "space", label: "\(play) \(player.isPlaying ? "Pause" : "Play")", shortLabel: play,
        isDisabled: player.playDisabled)
    ]
      + controls.map { key, label, short in
        Button(
          key: key, label: label, shortLabel: short, sign: key,
          isDisabled: player.playCtlDisabled)
      } + [
        Button(
          key: "s", label: "Stop", shortLabel: glyphs.icon(.stopRecording),
          isDisabled: player.playCtlDisabled),
        Button(
          key: "d", label: "\(done) Done", shortLabel: done,
          isDisabled: player.doneDisabled || !player.hasClip),
      ]
      + (model.hasRecording
        ? [Button(key: "x", label: "Discard", shortLabel: "Drop", isDisabled: false)] : [])
  }

  private func words(_ button: Button, isShort: Bool) -> String {
    let label = isShort ? button.shortLabel : button.label
    guard button.isDisabled else { return label }
    return "(" + (button.sign.map { "\($0) " } ?? "") + label + ")"
  }

  private func width(of button: Button, isShort: Bool) -> Int {
    (button.isDisabled ? 0 : CellWidth.of(button.key) + 1)
      + CellWidth.of(words(button, isShort: isShort))
  }

  /// Draws a button, in parentheses if it is disabled, and returns the column after it.
  private func draw(
    _ button: Button, on screen: inout Screen, row: Int, column: Int, isShort: Bool
  ) -> Int {
    let words = words(button, isShort: isShort)
    if button.isDisabled {
      return screen.put(words, row: row, column: column, style: Style(color: .gray))
    }
    let place = screen.put("\(button.key) ", row: row, column: column, style: .bold)
    return screen.put(words, row: row, column: place)
  }

  /// Returns a factor with the fewest digits: `1.25`, `1.5`, `1`.
  static func factor(_ rate: Double) -> String {
    let text = "\((rate * 100).rounded() / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
