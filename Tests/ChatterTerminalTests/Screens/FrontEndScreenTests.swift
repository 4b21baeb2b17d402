import Chatter
import ChatterAudio
import ChatterClient
import Glibc
import TestSupport
import Testing

@testable import ChatterTerminal

struct FrontEndScreenTests {
  @Test func drawsComposeLineWithRecordingAndNotice() {
    var model = FrontEndModel.fixture(rows: 0)
    model.focus = .compose
    model.editor = LineEditor("hello 日本")
    model.player.hasClip = true
    model.player.duration = .seconds(4)
    model.fail("the request timed out: try again")
    let screen = FrontEndScreen.draw(model, size: .standard, capabilities: .unicode)
    #expect(screen.text(row: 22) == " Message +♪ 00:04: hello 日本")
    #expect(screen.cursor?.row == 22 && screen.cursor?.column == 29)
    #expect(screen.text(row: 23).hasPrefix(" The request timed out: try again."))
    #expect(
      screen.text(row: 2) == "   No messages yet. Press c to write, r to record.")
    model.transfer = TransferProgress(done: 1, total: 2)
    #expect(model.text().contains("The request timed out"), "a notice has priority over progress")
    model.notice = nil
    model.listError = "connection refused"
    #expect(
      model.text().hasSuffix(
        " ██████████░░░░░░░░░░ 50 %                  Enter post  Esc timeline  ^R record"))
    model.transfer = TransferProgress(done: 12_345_678, total: 0)
    #expect(model.text().contains("\n Getting the list… 12.3 MB "))
  }

  /// Returns something like the sound of a voice.
  private static func wave(_ count: Int) -> [Double] {
    (0..<count).map { index in
      let time = Double(index)
      return 0.5 + 0.3 * sin(time / 3) * sin(time / 17) + 0.2 * sin(time / 7)
    }
  }

  @Test @MainActor func matchesScreensInTheDocumentation() throws {
    let page = try Repository.text(of: "docs/use/terminal.md")
    var model = FrontEndModel(server: "localhost:8443", username: "ann")
    let noon = try #require(Timestamp("2025-01-02T12:00:00Z"))
    model.now = noon
    let rows = [
      ("ann", "Did you hear that?", 2, TimelineRow.Clip.length(.seconds(5))),
      ("bob", "Good morning", 14, .none), ("ann", "hello", 40, .length(.seconds(3))),
    ]
    model.show(
      rows.map { author, message, minutes, clip in
        let date = Timestamp(
          clamping: noon.microsecondsSince1970 - Int64(minutes) * 60_000_000)
        return TimelineRow(
          id: message, author: author, message: message, time: "", clip: clip, date: date)
      })
    let start = model
    model.listeningTo = model.rows[0]
    model.player = PlayerView(
      recHidden: true, playIcon: .pause, doneIcon: .close, playCtlDisabled: false,
      playDisabled: false, hasClip: true, currentTime: .seconds(2), duration: .seconds(5),
      level: 0.7, volume: 0.8, rate: 1.5, repeats: true)
    model.peaks = Self.wave(240)
    let listening = "```\n\(model.text(height: 16))\n```"
    #expect(page.contains(listening), "\(listening)")

    model = start
    model.focus = .compose
    model.editor = LineEditor("Listen to this:\nit was at the station this morning")
    model.player = PlayerView(
      recColor: .red, recIcon: .stopRecording, doneDisabled: true, currentTime: .seconds(4),
      level: 0.92, levels: Self.wave(40))
    let foot = model.text().split(separator: "\n", omittingEmptySubsequences: false).suffix(7)
    let recording = "```\n\(foot.joined(separator: "\n"))\n```"
    #expect(page.contains(recording), "\(recording)")

    model = start
    model.unsentList.items = ["the next text", "a longer\ntext"].map { text in
      var item = UnsentItem(clipPath: nil, textPath: "/nowhere/\(text).txt")
      (item.text, item.defect) = (text, nil)
      return item
    }
    model.unsentList.items[0].clip = .length(.seconds(12))
    model.unsentList.isShown = true
    let unsent = "```\n\(model.text(height: 11))\n```"
    #expect(page.contains(unsent), "\(unsent)")
  }

  @Test func scrollsOpenedMessage() {
    var model = FrontEndModel.fixture(rows: 2)
    model.rows[0].message = (1...60).map { "line \($0)" }.joined(separator: "\n")
    _ = model.press(.text("o"))
    #expect(model.text().contains("   line 1\n") && model.text().contains("16 of 60 lines"))
    #expect(!model.text().contains("message 0"))
    for _ in 0..<3 { _ = model.press(.down) }
    #expect(model.text().contains("   line 4\n") && !model.text().contains("   line 3\n"))
    _ = model.press(.end)
    #expect(model.text().contains("   line 60\n"))
    #expect(MessagePane(model, Glyphs(isUnicode: true))?.top(width: 80, height: 17) == 44)
    let actions = model.press(.text("q"))
    #expect(actions == [] && model.opened == nil)
    #expect(model.text().contains("message 0"))
  }

  @Test func keepsAlternatingBackgroundOfEachChatt() {
    func backgrounds(_ count: Int) -> [Bool] {
      let screen = FrontEndScreen.draw(
        .fixture(rows: count), size: .standard, capabilities: .unicode)
      return (0..<count).map { screen[1 + 2 * $0, 5].style.isAlternate }
    }
    #expect(backgrounds(3) == [false, true, false])
    #expect(backgrounds(4) == [true, false, true, false])
  }

  @Test func confinesHostileTextToItsCells() {
    var model = FrontEndModel.fixture(rows: 0)
    let bad = "\u{1B}[2J\u{202E}" + String(repeating: "日", count: 500)
    model.show([
      TimelineRow(id: "x", author: bad, message: bad + "\n" + bad, time: bad, clip: .unreadable)
    ])
    model.listeningTo = model.rows[0]
    model.fail(bad)
    for capabilities in [TerminalCapabilities.ascii, .unicode] {
      let text = model.text(capabilities)
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
      #expect(text.split(separator: "\n").allSatisfy { CellWidth.of(String($0)) <= 80 })
    }
  }

  @Test func marksTheClipInThePlayer() {
    var model = FrontEndModel.fixture(rows: 3)
    model.listeningTo = model.rows[2]
    model.player = PlayerView(recHidden: true, playIcon: .pause, hasClip: true)
    #expect(model.text().contains("♪ 00:05 ") && model.text().contains("▶ 00:03 "))
    model.player.playIcon = .play
    #expect(model.text().contains("‖ 00:03 "))
    model.queue = .all
    #expect(model.text().contains("── Clip of ann, then all that came after it ──"))
  }

  @Test func marksAndCountsClipsThatWereNotHeard() {
    var model = FrontEndModel.fixture(rows: 3)
    #expect(!model.text().contains("●") && model.text().contains("3 chatts, 2 clips\n"))
    model.rows[0].isNew = true
    let text = model.text()
    #expect(
      text.contains("● ♪ 00:05 ") && text.contains(" ♪ 00:03 ") && !text.contains("● ♪ 00:03"))
    #expect(text.contains("  3 chatts, 2 clips, 1 not heard\n"))
    #expect(text.hasSuffix("A play what is new  ? help  c write  q quit"))
    #expect(model.text(.ascii).contains("+ * 00:05 "))
    #expect(model.text(width: 40).contains("  ● 1  3\n"))
    (model.listeningTo, model.queue) = (model.rows[0], .unheard)
    #expect(model.text().contains("── Clip of ann, then what else is new ──"))
  }

  @Test func countsNewChattsAboveTheVisibleOnes() {
    var model = FrontEndModel.fixture(rows: 30)
    (model.top, model.selected) = (10, 12)
    model.show(FrontEndModel.rows(32))
    #expect(model.text().hasPrefix(" Chatter  ann at localhost:8443"))
    #expect(model.text().contains("  ↑ 2 new  15 of 32 chatts, 16 clips\n"))
    #expect(model.text(width: 40).contains(" ↑ 2 new\n"))
    #expect(model.text(.ascii).contains(" ^ 2 new "))
  }
}
