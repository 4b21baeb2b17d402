import ChatterClient

/// A progress line on standard error, on an interactive terminal only, that is removed at the end.
@MainActor
final class ProgressLine {
  /// The delay before the line appears; faster operations show none.
  static let displayTimeout = Duration.seconds(1)
  private static let barColumnsMax = 30
  private static let barColumnsMin = 4

  private let console: any Console
  private let label: String
  private let displayTimeout: Duration
  private let start = ContinuousClock.now
  private var shown: String?
  private var hasEnded = false

  init(
    _ label: String, on console: any Console, displayTimeout: Duration = displayTimeout
  ) {
    (self.console, self.label, self.displayTimeout) = (console, label, displayTimeout)
  }

  /// Shows the fraction done, 0...1, if it is known, and a text.
  func show(_ fraction: Double?, _ facts: String) {
    // Progress is reported by other threads too, and may arrive after the end.
    guard !hasEnded, let columns = console.progressColumns,
      ContinuousClock.now - start >= displayTimeout
    else { return }
    let glyphs = console.glyphs
    var line = label
    let barColumns = columns - CellWidth.of(label + facts) - 2
    if let fraction, barColumns >= Self.barColumnsMin {
      line += " " + glyphs.bar(fraction, columns: min(barColumns, Self.barColumnsMax))
    }
    line = TextWrap.cut(line + " " + facts, columns: columns, glyphs.ellipsis)
    guard line != shown else { return }
    // Returns to the start of the line, and erases to its end.
    console.report("\r" + line + "\u{1B}[K")
    shown = line
  }

  /// Removes the line permanently; if the terminal has echoed a line break, it is one line up.
  func end(afterNewLine: Bool = false) {
    if shown != nil { console.report((afterNewLine ? "\u{1B}[A" : "") + "\r\u{1B}[K") }
    (shown, hasEnded) = (nil, true)
  }

  /// Shows the progress of a transfer; may be called on any thread.
  nonisolated func show(_ progress: TransferProgress) {
    Task { @MainActor in show(progress.fraction, progress.text) }
  }
}
