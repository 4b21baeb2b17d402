/// A notice, the progress of a request, and the most important keys.
struct FootPane {
  private let lines: [String]
  private let style: Style
  private let hints: String?

  init(_ model: FrontEndModel, _ glyphs: Glyphs, width: Int) {
    (lines, style) = Self.content(model, glyphs, width: width)
    let taken = lines.first.map { CellWidth.of($0) + 3 } ?? 0
    // A message that needs the space replaces the hints.
    let space = lines.count > 1 ? 0 : width - taken
    hints = Self.hints(model).first { $0.count <= space }
  }

  private static func content(
    _ model: FrontEndModel, _ glyphs: Glyphs, width: Int
  ) -> ([String], Style) {
    // A notice has priority over progress, and progress over a persistent error.
    let isBusy = model.transfer != nil || model.isPosting
    let persistent = isBusy || model.showsErrorInTimeline ? nil : model.listError
    if let notice = model.notice ?? persistent.map({ Notice(text: $0, isError: true) }) {
      let lines = TextWrap.lines(
        notice.onScreen, columns: width - 2, linesMax: FrontEndLayout.footRowsMax,
        ellipsis: glyphs.ellipsis)
      return (lines, notice.isError ? Style(color: .red, isBold: true) : Style(color: .green))
    }
    if let transfer = model.transfer {
      if model.isPosting, transfer.fraction == 1 {
        return (["Waiting for the server to store the post\(glyphs.ellipsis)"], .plain)
      }
      // Without a known total there is no bar.
      let sign =
        transfer.fraction.map { glyphs.bar($0, columns: max(0, min(20, width - 14))) }
        ?? "\(model.isPosting ? "Posting" : "Getting the list")\(glyphs.ellipsis)"
      return (["\(sign) \(transfer.text)"], .plain)
    }
    return (model.isPosting ? ["Posting\(glyphs.ellipsis)"] : [], .plain)
  }

  /// The hints, longest first.
  private static func hints(_ model: FrontEndModel) -> [String] {
    if model.showsHelp { return ["Up Down scroll  any other key returns ", "any key returns "] }
    return switch model.focus {
    case .compose: ["Enter post  Esc timeline  ^R record ", "Enter post  Esc timeline ", "Esc "]
    case .search: ["Up newer  Down older  Enter select  Esc cancel ", "Enter select  Esc cancel "]
    case .timeline:
      (model.newCount > 0 ? ["A play what is new  ? help  c write  q quit "] : []) + [
        "? help  c write  g refresh  q quit ", "? help  c write  q quit ", "? help ",
      ]
    }
  }

  var rows: Int { max(1, lines.count) }

  func draw(on screen: inout Screen, from row: Int, height: Int) {
    guard height > 0 else { return }
    if let hints {
      screen.put(
        hints, row: row + height - 1, column: screen.width - hints.count, style: Style(color: .gray)
      )
    }
    // The cure is at the end.
    for (index, line) in lines.suffix(height).enumerated() {
      screen.put(" \(line)", row: row + index, column: 0, style: style)
    }
  }
}
