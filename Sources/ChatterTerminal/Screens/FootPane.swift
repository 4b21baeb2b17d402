/// What the person should know now: a notice, the progress of a request, and the most important
/// keys.
struct FootPane {
  private enum Content {
    case notice(lines: [String], isError: Bool)
    case progress(String)
    case nothing
  }

  private let content: Content
  private let hints: String?

  init(_ model: FrontEndModel, _ glyphs: Glyphs, width: Int) {
    let content = Self.content(model, glyphs, width: width)
    self.content = content
    // A message that needs the space replaces the hints.
    hints = Self.hints(model).first { hint in
      switch content {
      case .notice(let lines, _):
        lines.count == 1 && CellWidth.of(lines[0]) + 3 + hint.count <= width
      case .progress(let text): CellWidth.of(text) + 3 + hint.count <= width
      case .nothing: hint.count <= width
      }
    }
  }

  private static func content(_ model: FrontEndModel, _ glyphs: Glyphs, width: Int) -> Content {
    // A notice has priority over progress, and progress over a persistent error.
    let isBusy = model.transfer != nil || model.isPosting
    let persistent = isBusy || model.showsErrorInTimeline ? nil : model.listError
    if let notice = model.notice ?? persistent.map({ Notice(text: $0, isError: true) }) {
      let lines = TextWrap.lines(
        notice.onScreen, columns: width - 2, linesMax: FrontEndLayout.footRowsMax,
        ellipsis: glyphs.ellipsis)
      return .notice(lines: lines, isError: notice.isError)
    }
    if let transfer = model.transfer {
      if model.isPosting, transfer.fraction == 1 {
        return .progress("Waiting for the server to store the post\(glyphs.ellipsis)")
      }
      // Without a known total there is no bar.
      let sign =
        transfer.fraction.map { glyphs.bar($0, columns: max(0, min(20, width - 14))) }
        ?? "\(model.isPosting ? "Posting" : "Getting the list")\(glyphs.ellipsis)"
      return .progress("\(sign) \(transfer.text)")
    }
    return model.isPosting ? .progress("Posting\(glyphs.ellipsis)") : .nothing
  }

  /// The hints, longest first.
  private static func hints(_ model: FrontEndModel) -> [String] {
    if model.showsHelp { return ["Up Down scroll  any other key returns ", "any key returns "] }
    return switch model.focus {
    case .compose: ["Enter post  Esc timeline  ^R record ", "Enter post  Esc timeline ", "Esc "]
    case .search: ["Up newer  Down older  Enter select  Esc cancel ", "Enter select  Esc cancel "]
    case .timeline:
      ["? help  c write  g refresh  q quit ", "? help  c write  q quit ", "? help "]
    }
  }

  /// The rows that it needs.
  var rows: Int {
    if case .notice(let lines, _) = content { lines.count } else { 1 }
  }

  func draw(on screen: inout Screen, from row: Int, height: Int) {
    guard height > 0 else { return }
    if let hints {
      screen.put(
        hints, row: row + height - 1, column: screen.width - hints.count, style: Style(color: .gray)
      )
    }
    switch content {
    case .notice(let lines, let isError):
      let style = isError ? Style(color: .red, isBold: true) : Style(color: .green)
      // The cure is at the end.
      for (index, line) in lines.suffix(height).enumerated() {
        screen.put(" \(line)", row: row + index, column: 0, style: style)
      }
    case .progress(let text): screen.put(" \(text)", row: row, column: 0)
    case .nothing: break
    }
  }
}
