/// The signs of the screens, in Unicode or ASCII: each of them is one column wide.
struct Glyphs: Sendable {
  let isUnicode: Bool

  var rule: Character { isUnicode ? "─" : "-" }
  var ellipsis: Character { isUnicode ? "…" : "~" }
  var selection: String { isUnicode ? "▸" : ">" }
  /// Before each second row and the others: seen without colour too.
  var evenRow: String { isUnicode ? "│" : "|" }
  var oddRow: String { isUnicode ? "┊" : ":" }
  var clip: String { isUnicode ? "♪" : "*" }
  var barFull: String { isUnicode ? "█" : "#" }
  var barEmpty: String { isUnicode ? "░" : "." }
  var left: String { isUnicode ? "←" : "<-" }
  var right: String { isUnicode ? "→" : "->" }

  /// What stands for an icon of the labs (SF Symbols).
  func icon(_ name: String) -> String {
    switch name {
    case "largecircle.fill.circle": isUnicode ? "◉" : "(o)"
    case "stop.circle": isUnicode ? "■" : "[#]"
    case "play": isUnicode ? "▶" : "|>"
    case "pause": isUnicode ? "‖" : "||"
    case "square.and.arrow.up": isUnicode ? "↑" : "^"
    case "xmark.square": isUnicode ? "×" : "x"
    default: "?"
    }
  }

  /// A bar of which a share is full.
  func bar(_ share: Double, columns: Int) -> String {
    let share = share.isFinite ? min(1, max(0, share)) : 0
    let full = Int((share * Double(columns)).rounded())
    return String(repeating: barFull, count: full)
      + String(repeating: barEmpty, count: max(0, columns - full))
  }
}
