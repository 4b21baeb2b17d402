import ChatterAudio

/// The record button with level and time, the player's buttons, and the position in the clip.
struct PlayerPane {
  let model: FrontEndModel
  let glyphs: Glyphs

  private var player: PlayerView { model.player }

  func draw(on screen: inout Screen, from row: Int) {
    let title =
      model.listeningTo.map { "Clip of \($0.author)" }
      ?? (model.hasRecording ? "Your recording" : "Recorder")
    screen.rule(row: row, title: title, glyphs)
    drawRecord(on: &screen, row: row + 1)
    drawButtons(on: &screen, row: row + 2)
    drawProgress(on: &screen, row: row + 3)
  }

  private func drawRecord(on screen: inout Screen, row: Int) {
    guard !player.recHidden else { return }
    let label = player.isRecording ? "Stop recording" : "Record"
    let color: Style.Color =
      switch player.recColor {
      case .blue: .blue
      case .red: .red
      case .grey: .gray
      }
    button(
      on: &screen, row: row, column: 1, key: "r", icon: player.recIcon, label,
      isDisabled: player.recDisabled || model.isPostingClip, color: color)
    guard player.isRecording else { return }
    let bar = glyphs.bar(player.level, columns: 24)
    screen.put(bar, row: row, column: 26, style: Style(color: player.level > 0.95 ? .red : .green))
    screen.put(player.currentTime.clockText, row: row, column: 52, style: .bold)
  }

  private func drawButtons(on screen: inout Screen, row: Int) {
    var place = button(
      on: &screen, row: row, column: 1, key: "space", icon: player.playIcon,
      player.isPlaying ? "Pause" : "Play", isDisabled: player.playDisabled)
    let controls = [(glyphs.left, "Back"), (glyphs.right, "Forward"), ("s", "Stop")]
    for (key, label) in controls {
      place = button(
        on: &screen, row: row, column: place + 2, key: key, icon: nil, label,
        isDisabled: player.playCtlDisabled)
    }
    place = button(
      on: &screen, row: row, column: place + 2, key: "d", icon: player.doneIcon, "Done",
      isDisabled: player.doneDisabled || !player.hasClip)
    if model.hasRecording {
      button(
        on: &screen, row: row, column: place + 2, key: "x", icon: nil, "Discard",
        isDisabled: false)
    }
  }

  private func drawProgress(on screen: inout Screen, row: Int) {
    guard player.hasClip, !player.isRecording else { return }
    let times = "\(player.currentTime.clockText) / \(player.duration.clockText)"
    let facts =
      "\(Self.factor(player.rate))x  volume \(Int((player.volume * 100).rounded())) %"
      + (player.repeats ? "  repeat" : "")
    let tail = "\(times)  \(facts)"
    let columns = max(0, screen.width - CellWidth.of(tail) - 4)
    let place = screen.put(
      glyphs.bar(player.progress, columns: columns), row: row, column: 1,
      style: Style(color: .blue))
    screen.put(tail, row: row, column: place + 2)
  }

  /// Returns a factor with the fewest digits: `1.25`, `1.5`, `1`.
  static func factor(_ rate: Double) -> String {
    let hundredths = Int((rate * 100).rounded())
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Draws a button, in parentheses if it is disabled, and returns the column after it.
  @discardableResult
  private func button(
    on screen: inout Screen, row: Int, column: Int, key: String, icon: PlayerIcon?, _ label: String,
    isDisabled: Bool, color: Style.Color = .normal
  ) -> Int {
    let words = (icon.map { glyphs.icon($0) + " " } ?? "") + label
    guard !isDisabled else {
      return screen.put("(\(words))", row: row, column: column, style: Style(color: .gray))
    }
    let place = screen.put("\(key) ", row: row, column: column, style: .bold)
    return screen.put(
      words, row: row, column: place, style: Style(color: color, isBold: color != .normal))
  }
}

extension Screen {
  /// Draws a horizontal line across the screen, with a title unless that is empty.
  mutating func rule(row: Int, title: String, _ glyphs: Glyphs) {
    put(
      String(repeating: glyphs.rule, count: width), row: row, column: 0, style: Style(color: .gray))
    guard !title.isEmpty else { return }
    let text = TextWrap.cut(Printable.line(title), columns: width - 6, glyphs.ellipsis)
    put(" \(text) ", row: row, column: 2, style: .bold)
  }
}
