import ChatterClient
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct ProgressLineTests {
  private let console = RecordingConsole()

  init() {
    console.glyphs = Glyphs(isUnicode: false)
    console.progressColumns = 60
  }

  /// Returns a line that appears at once.
  private func line(_ label: String) -> ProgressLine {
    ProgressLine(label, on: console, displayTimeout: .zero)
  }

  @Test func showsProgressOnTerminalAfterTimeout() {
    console.progressColumns = nil
    line("Getting").show(done: 1, total: 2)
    #expect(console.reports == "", "standard error is not a terminal")
    console.progressColumns = 60
    let early = ProgressLine("Getting", on: console)
    early.show(done: 1, total: 2)
    early.end()
    #expect(console.reports == "", "a second has not passed")
  }

  @Test(
    arguments: [
      (39, "Posting #############............. 50 %"), (17, "Posting ##.. 50 %"),
      (16, "Posting 50 %"),
      (10, "Posting 5~"),
    ])
  func shortensBarOnNarrowTerminals(columns: Int, text: String) {
    console.progressColumns = columns
    line("Posting").show(done: 50, total: 100)
    #expect(console.reports == "\r\(text)\u{1B}[K")
  }

  @Test func removesLineAboveAfterEchoedLineBreak() {
    line("x").end(afterNewLine: true)
    #expect(console.reports == "")
    let shown = line("x")
    shown.show(nil, "y")
    shown.end(afterNewLine: true)
    #expect(console.reports.hasSuffix("y\u{1B}[K\u{1B}[A\r\u{1B}[K"))
  }

  @Test func updatesInPlaceAndDisappears() {
    let line = line("Posting")
    line.show(done: 50, total: 100)
    line.show(done: 50, total: 100)
    #expect(console.reports == "\rPosting ###############............... 50 %\u{1B}[K")
    line.show(done: 7, total: 0)
    #expect(console.reports.hasSuffix("\rPosting 7 bytes\u{1B}[K"))
    line.end()
    line.end()
    line.show(done: 9, total: 0)
    #expect(console.reports.hasSuffix("bytes\u{1B}[K\r\u{1B}[K"), "late progress is ignored")
  }

  @Test func showsProgressReportedByAnyThread() async throws {
    let line = line("Getting")
    await Task.detached { line.show(TransferProgress(done: 1, total: 4)) }.value
    try await eventually { console.reports.contains(" 25 %") }
  }
}
