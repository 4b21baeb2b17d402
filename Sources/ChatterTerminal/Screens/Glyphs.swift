import ChatterAudio

/// The symbols of the screens, in Unicode or ASCII.
struct Glyphs: Sendable {
  let isUnicode: Bool

  var rule: Character { isUnicode ? "─" : "-" }
  var ellipsis: Character { isUnicode ? "…" : "~" }
  var selection: String { isUnicode ? "▸" : ">" }
  /// The markers of alternating rows, which also distinguish them without colour.
  var evenRow: String { isUnicode ? "│" : "|" }
  var oddRow: String { isUnicode ? "┊" : ":" }
  var clip: String { isUnicode ? "♪" : "*" }
  var barFull: String { isUnicode ? "█" : "#" }
  var barEmpty: String { isUnicode ? "░" : "." }
  var left: String { isUnicode ? "←" : "<-" }
  var right: String { isUnicode ? "→" : "->" }

  func icon(_ icon: PlayerIcon) -> String {
    switch icon {
    case .record: isUnicode ? "◉" : "(o)"
    case .stopRecording: isUnicode ? "■" : "[#]"
    case .play: isUnicode ? "▶" : "|>"
    case .pause: isUnicode ? "‖" : "||"
    case .share: isUnicode ? "↑" : "^"
    case .close: isUnicode ? "×" : "x"
    }
  }

  /// Returns a progress bar; `fraction` is the filled part, 0...1.
  func bar(_ fraction: Double, columns: Int) -> String {
    let fraction = fraction.isFinite ? min(1, max(0, fraction)) : 0
    let full = Int((fraction * Double(columns)).rounded())
    return String(repeating: barFull, count: full)
      + String(repeating: barEmpty, count: max(0, columns - full))
  }
}
