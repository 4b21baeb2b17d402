import Chatter
import ChatterAudio
import ChatterClient
import Foundation
import TestSupport
import Testing

@testable import ChatterTerminal

@Suite struct FrontEndScreenTests {
  private static let ascii = TerminalCapabilities(colors: .none, isUnicode: false)
  private static let unicode = TerminalCapabilities(colors: .palette256, isUnicode: true)

  private func text(
    _ model: FrontEndModel, _ capabilities: TerminalCapabilities = unicode, width: Int = 80,
    height: Int = 24
  ) -> String {
    FrontEndScreen.draw(
      model, size: TerminalSize(width: width, height: height), capabilities: capabilities
    ).text
  }

  @Test func drawsTimelineAndRecorder() {
    let expected = """
       Chatter  ann at localhost:8443                               3 chatts, 2 clips
      ▸│ ann                                                ♪ 00:05  2025-01-02 03:02
       │ message 2
       ┊ bob                                                         2025-01-02 03:01
       ┊ message 1
       │ ann                                                ♪ 00:03  2025-01-02 03:00
       │ message 0





      ── Recorder ────────────────────────────────────────────────────────────────────
       r ◉ Record
       (▶ Play)  (← 10 s)  (→ 10 s)  (Stop)  (↑ Done)
      ────────────────────────────────────────────────────────────────────────────────
       Message (c):
                                                   ? help  c write  g refresh  q quit
      """
    #expect(text(.fixture(rows: 3), height: 18) == expected)
  }

  @Test func drawsRunningRecordingInASCII() {
    var model = FrontEndModel.fixture(rows: 1)
    model.player.recIcon = .stopRecording
    model.player.recColor = .red
    model.player.doneDisabled = true
    model.player.level = 0.5
    model.player.currentTime = .milliseconds(2500)
    let expected = """
       Chatter  ann at localhost:8443                                 1 chatt, 1 clip
      >| ann                                                * 00:03  2025-01-02 03:00
       | message 0



      -- Recorder --------------------------------------------------------------------
       r # Stop recording  00:02  ###########################..........................
       (> Play)  (<- 10 s)  (-> 10 s)  (Stop)  (^ Done)
      --------------------------------------------------------------------------------
       Message (c):
                                                   ? help  c write  g refresh  q quit
      """
    #expect(text(model, Self.ascii, height: 12) == expected)
  }

  @Test func drawsPlayerWithClip() {
    var model = FrontEndModel.fixture(rows: 2)
    model.listeningTo = model.rows[1]
    model.player = PlayerView(
      recHidden: true, playIcon: .pause, doneIcon: .close, playCtlDisabled: false,
      playDisabled: false, hasClip: true, currentTime: .seconds(15), duration: .seconds(30),
      volume: 0.8, rate: 1.5, repeats: true)
    let rows = text(model).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[18].hasPrefix("── Clip of ann ──"))
    #expect(
      rows[19] == " 00:15 / 00:30  ██████████████████░░░░░░░░░░░░░░░░░░  1.5x  volume 80 %  repeat")
    #expect(rows[20] == " space ‖ Pause  ← 10 s  → 10 s  s Stop  d × Done")
  }

  @Test func drawsComposeLineWithRecordingAndNotice() {
    var model = FrontEndModel.fixture(rows: 0)
    model.focus = .compose
    model.editor = LineEditor("hello 日本")
    model.player.hasClip = true
    model.player.duration = .seconds(4)
    model.fail("the request timed out: try again")
    let screen = FrontEndScreen.draw(model, size: .standard, capabilities: Self.unicode)
    #expect(screen.text(row: 22) == " Message +♪ 00:04: hello 日本")
    #expect(screen.cursor?.row == 22 && screen.cursor?.column == 29)
    #expect(screen.text(row: 23).hasPrefix(" The request timed out: try again."))
    #expect(
      screen.text(row: 2) == "   No messages yet. Press c to write, r to record.")
    model.transfer = TransferProgress(done: 1, total: 2)
    #expect(text(model).contains("The request timed out"), "a notice has priority over progress")
    model.notice = nil
    model.listError = "connection refused"
    #expect(
      text(model).hasSuffix(
        " ██████████░░░░░░░░░░ 50 %                  Enter post  Esc timeline  ^R record"))
    model.transfer = TransferProgress(done: 12_345_678, total: 0)
    #expect(text(model).contains("\n Getting the list… 12.3 MB "))
  }

  @Test func matchesScreensInClientDocumentation() throws {
    let page = try Repository.text(of: "docs/client.md")
    var model = FrontEndModel(server: "localhost:8443", username: "ann")
    let rows = [
      ("ann", "Did you hear that?", "02", TimelineRow.Clip.length(.seconds(5))),
      ("bob", "Good morning", "01", .none), ("ann", "hello", "00", .length(.seconds(3))),
    ]
    model.show(
      rows.map { author, message, minute, clip in
        TimelineRow(
          id: minute, author: author, message: message, time: "2025-01-02 03:\(minute)", clip: clip,
          date: Timestamp("2025-01-02T03:\(minute):00Z"))
      })
    var recording = model
    model.listeningTo = model.rows[0]
    model.player = PlayerView(
      recHidden: true, playIcon: .pause, doneIcon: .close, playCtlDisabled: false,
      playDisabled: false, hasClip: true, currentTime: .seconds(2), duration: .seconds(5),
      volume: 0.8, rate: 1.5, repeats: true)
    #expect(page.contains("```\n\(text(model, height: 15))\n```"))
    recording.player = PlayerView(
      recColor: .red, recIcon: .stopRecording, doneDisabled: true, currentTime: .seconds(1),
      level: 0.92, levels: (0..<10).map { Double($0 * 7 % 10) / 10 })
    let foot = text(recording).split(separator: "\n", omittingEmptySubsequences: false).suffix(6)
    #expect(page.contains("```\n\(foot.joined(separator: "\n"))\n```"))
  }

  @Test func showsWhyTheTimelineIsEmptyInFull() {
    var model = FrontEndModel(server: "h", username: "ann")
    model.listError =
      "the server's certificate is not trusted: trust its file, or the authority that signed it, "
      + "with --trust FILE"
    for (width, height) in [(80, 24), (40, 12), (20, 10)] {
      let screen = text(model, width: width, height: height)
      #expect(screen.contains("--trust FILE."), "\(width) by \(height)")
      #expect(screen.contains("Press g to retry."))
    }
    #expect(text(model).contains("   Could not load the timeline.\n   The server's certificate"))
    #expect(text(model).components(separatedBy: "certificate is not").count == 2, "only once")
  }

  @Test func wrapsErrorsSoThatTheCureIsVisible() {
    var model = FrontEndModel.fixture(rows: 30)
    model.listError = "nobody listens at localhost:1: is the server running, and is the port right?"
    #expect(
      text(model).hasSuffix(
        """
         Nobody listens at localhost:1: is the server running, and is the port right?
        """))
    model.fail(
      "the audio output cannot be opened: check that a loudspeaker is connected, or start the sound "
        + "server (PipeWire or PulseAudio)")
    let screen = text(model)
    #expect(screen.hasSuffix("\n server (PipeWire or PulseAudio)."))
    #expect(screen.split(separator: "\n").count == 24)
    for (width, height) in [(80, 10), (40, 12), (40, 6)] {
      let screen = text(model, width: width, height: height)
      #expect(screen.contains("PulseAudio)."), "\(width) by \(height)")
    }
    model.setNotice("Write something, or record", "Ctrl-R", "record")
    #expect(text(model).contains(" Write something, or record: Ctrl-R"))
    #expect(model.notice?.inLines == "Write something, or record: type record.")
  }

  @Test func scrollsOpenedMessage() {
    var model = FrontEndModel.fixture(rows: 2)
    model.rows[0].message = (1...60).map { "line \($0)" }.joined(separator: "\n")
    _ = model.press(.text("o"))
    #expect(text(model).contains("   line 1\n") && text(model).contains("16 of 60 lines"))
    #expect(!text(model).contains("message 0"))
    for _ in 0..<3 { _ = model.press(.down) }
    #expect(text(model).contains("   line 4\n") && !text(model).contains("   line 3\n"))
    _ = model.press(.end)
    #expect(text(model).contains("   line 60\n"))
    #expect(MessagePane(model, Glyphs(isUnicode: true))?.top(width: 80, height: 17) == 44)
    let actions = model.press(.text("q"))
    #expect(actions == [] && model.opened == nil)
    #expect(text(model).contains("message 0"))
  }

  @Test func growsToThreeLinesWhileTheTextIsWritten() {
    var model = FrontEndModel.fixture(rows: 20)
    model.editor = LineEditor("first\nsecond")
    #expect(text(model).contains("\n Message (c): second"), "without the focus, one line")
    model.focus = .compose
    let two = FrontEndScreen.draw(model, size: .standard, capabilities: Self.unicode)
    #expect(two.text(row: 21) == " Message: first" && two.text(row: 22) == "          second")
    #expect(two.cursor?.row == 22 && two.cursor?.column == 16)
    model.editor = LineEditor("first\n" + String(repeating: "a", count: 200) + "end")
    let four = FrontEndScreen.draw(model, size: .standard, capabilities: Self.unicode)
    #expect(four.text(row: 20).hasSuffix("↑"), "there is text above")
    #expect(four.text(row: 22).hasSuffix("aend"))
    #expect(four.cursor?.row == 22 && four.text(row: 19).hasPrefix("━━━"))
    for _ in 0..<4 { _ = model.press(.home) }
    let start = FrontEndScreen.draw(model, size: .standard, capabilities: Self.unicode)
    #expect(start.text(row: 20) == " Message: first" && start.text(row: 22).hasSuffix("↓"))
    #expect(start.cursor?.row == 20 && start.cursor?.column == 10)
  }

  @Test func marksThePaneWithTheFocus() {
    var model = FrontEndModel.fixture(rows: 3)
    let timeline = FrontEndScreen.draw(model, size: .standard, capabilities: Self.unicode)
    #expect(timeline[1, 0].style.color == .blue && timeline.text(row: 21).hasPrefix("───"))
    model.focus = .compose
    let compose = FrontEndScreen.draw(model, size: .standard, capabilities: Self.unicode)
    #expect(compose[1, 0].style.color == .gray && compose.text(row: 21).hasPrefix("━━━"))
    #expect(compose[21, 0].style.color == .blue)
  }

  @Test(arguments: [0, 1, 10, 49])
  func showsSelectedChattCompletely(selected: Int) {
    var model = FrontEndModel.fixture(rows: 50)
    model.selected = selected
    let rows = text(model).split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("▸") })
    #expect(rows.contains { $0.hasSuffix("message \(49 - selected)") })
  }

  @Test func keepsAlternatingBackgroundOfEachChatt() {
    func backgrounds(_ count: Int) -> [Bool] {
      let screen = FrontEndScreen.draw(
        .fixture(rows: count), size: .standard, capabilities: Self.unicode)
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
    for capabilities in [Self.ascii, Self.unicode] {
      let text = text(model, capabilities)
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
      #expect(text.split(separator: "\n").allSatisfy { CellWidth.of(String($0)) <= 80 })
    }
  }

  @Test func drawsEverySize() {
    var model = FrontEndModel.fixture(rows: 5)
    model.editor = LineEditor("some text that is longer than a narrow terminal\nand a second line")
    for (width, height) in [(1, 1), (10, 3), (39, 24), (40, 12), (41, 13), (200, 60), (80, 24)] {
      for focus in [FrontEndModel.Focus.timeline, .compose, .search] {
        model.focus = focus
        model.helpTop = width == 41 ? 3 : nil
        let screen = FrontEndScreen.draw(
          model, size: TerminalSize(width: width, height: height), capabilities: Self.unicode)
        #expect(screen.width == width && screen.height == height)
      }
    }
  }

  @Test(arguments: [(80, 10), (40, 12), (20, 6), (24, 3), (20, 1)])
  func alwaysShowsTheClockOfARecording(width: Int, height: Int) {
    var model = FrontEndModel.fixture(rows: 5)
    model.player.recIcon = .stopRecording
    model.player.currentTime = .seconds(83)
    model.player.level = 0.5
    for capabilities in [Self.ascii, Self.unicode] {
      #expect(text(model, capabilities, width: width, height: height).contains("01:23"))
      model.focus = .compose
      #expect(text(model, capabilities, width: width, height: height).contains("01:23"))
      model.helpTop = 0
      #expect(text(model, capabilities, width: width, height: height).contains("01:23"))
    }
  }

  @Test func dropsPanesOfSmallTerminals() {
    var model = FrontEndModel.fixture(rows: 5)
    #expect(
      text(model, width: 80, height: 6)
        == """
        ▸│ ann                                                ♪ 00:07  2025-01-02 03:04
         │ message 4
         ┊ bob                                                         2025-01-02 03:03
         r ◉ Record
         Message (c):
                                                     ? help  c write  g refresh  q quit
        """)
    model.listeningTo = model.rows[0]
    model.player = PlayerView(
      recHidden: true, playIcon: .pause, doneIcon: .close, playCtlDisabled: false,
      playDisabled: false, hasClip: true, currentTime: .seconds(15), duration: .seconds(30))
    #expect(
      text(model, width: 40, height: 8)
        == """
         Chatter  ann at localhost:8443       5
        ▸│ ann        ▶ 00:07  2025-01-02 03:04
         │ message 4
         ┊ bob                 2025-01-02 03:03
         00:15 / 00:30  ███░░░  1x  volume 100 %
         space ‖  ← 10  → 10  s ■  d ×
        c:
                       ? help  c write  q quit
        """)
  }

  @Test func showsAllKeysInGroupsAndScrolls() {
    var model = FrontEndModel.fixture(rows: 3)
    _ = model.press(.text("?"))
    let text = text(model)
    for group in HelpPane.groups {
      #expect(text.contains("  \(group.title)"))
      for (key, words) in group.keys { #expect(text.contains(key) && text.contains(words)) }
    }
    #expect(!text.contains("message 2"))
    let glyphs = Glyphs(isUnicode: true)
    let small = TerminalSize(width: 40, height: 12)
    for _ in 0..<9 { _ = model.press(.pageDown) }
    model.scroll(size: small, glyphs: glyphs)
    let last = FrontEndScreen.draw(model, size: small, capabilities: Self.unicode).text
    #expect(last.contains("Ctrl-G") && !last.contains("Home End"))
    _ = model.press(.text("x"))
    #expect(model.helpTop == nil)
  }

  @Test func marksTheClipInThePlayer() {
    var model = FrontEndModel.fixture(rows: 3)
    model.listeningTo = model.rows[2]
    model.player = PlayerView(recHidden: true, playIcon: .pause, hasClip: true)
    #expect(text(model).contains("♪ 00:05 ") && text(model).contains("▶ 00:03 "))
    model.player.playIcon = .play
    #expect(text(model).contains("‖ 00:03 "))
    model.playsAll = true
    #expect(text(model).contains("── Clip of ann, then all that came after it ──"))
  }

  @Test func countsNewChattsAboveTheVisibleOnes() {
    var model = FrontEndModel.fixture(rows: 30)
    (model.top, model.selected) = (10, 12)
    model.show(FrontEndModel.rows(32))
    #expect(text(model).hasPrefix(" Chatter  ann at localhost:8443"))
    #expect(text(model).contains("  ↑ 2 new  15 of 32 chatts, 16 clips\n"))
    #expect(text(model, width: 40).contains("  ↑ 2 new\n"))
    #expect(text(model, Self.ascii).contains(" ^ 2 new "))
  }

  @Test func drawsWaveformAndLevels() {
    var model = FrontEndModel.fixture(rows: 1)
    model.listeningTo = model.rows[0]
    model.player = PlayerView(
      recHidden: true, playIcon: .pause, hasClip: true, currentTime: .seconds(1),
      duration: .seconds(2))
    model.peaks = (0..<240).map { Double($0) / 239 }
    let row = text(model).split(separator: "\n", omittingEmptySubsequences: false)[19]
    #expect(row.hasPrefix(" 00:01 / 00:02  ▁▁▁▂▂") && row.contains("▇██  1x  volume 100 %"))
    let monochrome = TerminalCapabilities(colors: .none, isUnicode: true)
    #expect(
      text(model, monochrome).contains("00:02  ████"), "without colour, a bar shows the place")
    model.player = PlayerView(recIcon: .stopRecording, levels: [0, 0.5, 1])
    #expect(text(model).contains("Stop recording  00:00  ▁▅█\n"))
  }

  @Test(arguments: [(1.0, "1"), (1.25, "1.25"), (1.5, "1.5"), (0.5, "0.5")])
  func formatsFactorsWithFewestDigits(rate: Double, text: String) {
    #expect(PlayerPane.factor(rate) == text)
  }
}
