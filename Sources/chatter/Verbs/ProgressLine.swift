/// One line on standard error that changes in place, where a person sits at it, and is gone in the end.
@MainActor
final class ProgressLine {
  /// What is done sooner shows none.
  static let patience = Duration.seconds(1)
  private static let barColumnsMax = 30
  /// A shorter bar says nothing.
  private static let barColumnsMin = 4

  private let console: any Console
  private let label: String
  private let glyphs: Glyphs
  private let patience: Duration
  private let start = ContinuousClock.now
  private var shown: String?
  private var hasEnded = false

  init(
    _ label: String, on console: any Console, glyphs: Glyphs, patience: Duration = patience
  ) {
    (self.console, self.label, self.glyphs, self.patience) = (console, label, glyphs, patience)
  }

  /// Shows a share, 0...1, or what is known in place of one.
  func show(_ share: Double?, _ facts: String) {
    // It is told by other threads too, and the last of it may come late.
    guard !hasEnded, let columns = console.progressColumns,
      ContinuousClock.now - start >= patience
    else { return }
    var line = label
    let room = columns - CellWidth.of(label + facts) - 2
    if let share, room >= Self.barColumnsMin {
      line += " " + glyphs.bar(share, columns: min(room, Self.barColumnsMax))
    }
    line = TextWrap.cut(line + " " + facts, columns: columns, glyphs.ellipsis)
    guard line != shown else { return }
    // To the start of the line, and blank to its end.
    console.note("\r" + line + "\u{1B}[K")
    shown = line
  }

  /// Takes the line away for good; after a key for a new line that the terminal has shown, the one above.
  func end(afterNewLine: Bool = false) {
    if shown != nil { console.note((afterNewLine ? "\u{1B}[A" : "") + "\r\u{1B}[K") }
    (shown, hasEnded) = (nil, true)
  }

  /// Shows a transfer.
  func show(_ transfer: Transfer) {
    show(transfer.share, transfer.text)
  }
}
