import ChatterAudio
import ChatterClient
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
       (▶ Play)  (Back)  (Forward)  (Stop)  (↑ Done)

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
       r [#] Stop recording     ############............  00:02
       (|> Play)  (Back)  (Forward)  (Stop)  (^ Done)

      --------------------------------------------------------------------------------
       Message (c):
                                                   ? help  c write  g refresh  q quit
      """
    #expect(
      text(model, Self.ascii, height: 13).replacing("\n\n\n\n--", with: "\n\n\n--") == expected)
  }

  @Test func drawsPlayerWithClip() {
    var model = FrontEndModel.fixture(rows: 2)
    model.listeningTo = model.rows[1]
    model.player = PlayerView(
      recHidden: true, playIcon: .pause, doneIcon: .close, playCtlDisabled: false,
      playDisabled: false, hasClip: true, currentTime: .seconds(15), duration: .seconds(30),
      volume: 0.8, rate: 1.5, repeats: true)
    let rows = text(model).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[17].hasPrefix("── Clip of ann ──"))
    #expect(rows[18] == "")
    #expect(rows[19] == " space ‖ Pause  ← Back  → Forward  s Stop  d × Done")
    #expect(
      rows[20] == " ██████████████████░░░░░░░░░░░░░░░░░░  00:15 / 00:30  1.5x  volume 80 %  repeat")
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
    #expect(screen.text(row: 23).hasPrefix(" the request timed out: try again"))
    #expect(
      screen.text(row: 2) == "   No messages yet. Press c to write, r to record.")
    model.transfer = TransferProgress(done: 1, total: 2)
    #expect(text(model).contains("the request timed out"), "a notice has priority over progress")
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
          id: minute, author: author, message: message, time: "2025-01-02 03:\(minute)", clip: clip)
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
      level: 0.92)
    let foot = text(recording).split(separator: "\n", omittingEmptySubsequences: false).suffix(7)
    #expect(page.contains("```\n\(foot.joined(separator: "\n"))\n```"))
  }

  @Test func showsListErrorWithoutNotice() {
    var model = FrontEndModel(server: "h", username: "ann")
    model.listError = "connection refused"
    #expect(text(model).contains(" connection refused "))
    #expect(text(model).contains("Could not load the timeline. Press g to retry."))
    model.setNotice("Write something, or record", "Ctrl-R", "record")
    #expect(text(model).contains(" Write something, or record: Ctrl-R"))
    #expect(model.notice?.inLines == "Write something, or record: type record.")
  }

  @Test func scrollsOpenedMessage() {
    var model = FrontEndModel.fixture(rows: 2)
    model.rows[0].message = (1...60).map { "line \($0)" }.joined(separator: "\n")
    _ = model.press(.text("o"))
    #expect(text(model).contains("   line 1\n") && text(model).contains("15 of 60 lines"))
    #expect(!text(model).contains("message 0"))
    for _ in 0..<3 { _ = model.press(.down) }
    #expect(text(model).contains("   line 4\n") && !text(model).contains("   line 3\n"))
    _ = model.press(.end)
    #expect(text(model).contains("   line 60\n"))
    #expect(MessagePane(model, Glyphs(isUnicode: true))?.top(width: 80, height: 16) == 45)
    let actions = model.press(.text("q"))
    #expect(actions == [] && model.opened == nil)
    #expect(text(model).contains("message 0"))
  }

  @Test func keepsCursorOfLongLineVisible() {
    var model = FrontEndModel.fixture(rows: 0)
    model.focus = .compose
    model.editor = LineEditor(String(repeating: "a", count: 200) + "end")
    let screen = FrontEndScreen.draw(model, size: .standard, capabilities: Self.unicode)
    #expect(screen.text(row: 22).hasSuffix("end"))
    #expect(screen.cursor?.column == 79)
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

  @Test func drawsEverySizeWithoutCrash() {
    var model = FrontEndModel.fixture(rows: 5)
    for (width, height) in [(1, 1), (10, 3), (39, 24), (40, 12), (41, 13), (200, 60), (80, 24)] {
      for focus in [FrontEndModel.Focus.timeline, .compose] {
        model.focus = focus
        model.showsHelp = width == 41
        let screen = FrontEndScreen.draw(
          model, size: TerminalSize(width: width, height: height), capabilities: Self.unicode)
        #expect(screen.width == width && screen.height == height)
      }
    }
    #expect(text(model, width: 30, height: 24).hasPrefix("chatter needs 40 by 12"))
  }

  @Test func showsKeysInPlaceOfTimeline() {
    var model = FrontEndModel.fixture(rows: 3)
    model.showsHelp = true
    let text = text(model)
    for line in HelpPane.lines { #expect(text.contains(line.1) && text.contains(line.3)) }
    #expect(!text.contains("message 2"))
  }

  @Test(arguments: [(1.0, "1"), (1.25, "1.25"), (1.5, "1.5"), (0.5, "0.5")])
  func formatsFactorsWithFewestDigits(rate: Double, text: String) {
    #expect(PlayerPane.factor(rate) == text)
  }
}
