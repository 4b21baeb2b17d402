import ChatterAudio

/// The symbols of the screens, in Unicode or ASCII.
struct Glyphs: Sendable {
  let isUnicode: Bool
  /// Whether colours distinguish what has been played.
  var hasColors = true

  var rule: Character { isUnicode ? "─" : "-" }
  /// The line above the pane that has the focus.
  var activeRule: Character { isUnicode ? "━" : "=" }
  var ellipsis: Character { isUnicode ? "…" : "~" }
  var selection: String { isUnicode ? "▸" : ">" }
  /// The markers of alternating rows, which also distinguish them without colour.
  var evenRow: String { isUnicode ? "│" : "|" }
  var oddRow: String { isUnicode ? "┊" : ":" }
  var clip: String { isUnicode ? "♪" : "*" }
  /// The mark of a clip that was not heard.
  var new: String { isUnicode ? "●" : "+" }
  var barFull: String { isUnicode ? "█" : "#" }
  var barEmpty: String { isUnicode ? "░" : "." }
  var left: String { isUnicode ? "←" : "<-" }
  var right: String { isUnicode ? "→" : "->" }
  var up: String { isUnicode ? "↑" : "^" }
  var down: String { isUnicode ? "↓" : "v" }

  func icon(_ icon: PlayerIcon) -> String {
    switch icon {
    case .record: isUnicode ? "◉" : "o"
    case .stopRecording: isUnicode ? "■" : "#"
    case .play: isUnicode ? "▶" : ">"
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

  /// Returns a column of a waveform; the level is 0...1. Only for Unicode.
  func wave(_ level: Double) -> String {
    let level = level.isFinite ? min(1, max(0, level)) : 0
    return Self.waves[Int((level * Double(Self.waves.count - 1)).rounded())]
  }

  private static let waves = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}

extension Glyphs {
  init(_ capabilities: TerminalCapabilities) {
    self.init(isUnicode: capabilities.isUnicode, hasColors: capabilities.colors != .none)
  }
}
