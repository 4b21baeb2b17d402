import ChatterAudio
import Foundation
import Testing

@testable import ChatterTerminal

struct FrontEndScreenSizesTests {
  @Test func showsWhyTheTimelineIsEmptyInFull() {
    var model = FrontEndModel(server: "h", username: "ann")
    model.listError =
      "the server's certificate is not trusted: trust its file, or the authority that signed it, "
      + "with --trust FILE"
    for (width, height) in [(80, 24), (40, 12), (20, 10)] {
      let words = model.text(width: width, height: height).split(whereSeparator: \.isWhitespace)
      let screen = words.joined(separator: " ")
      #expect(screen.contains("with --trust FILE."), "\(width) by \(height)")
      #expect(screen.contains("Press g to retry.") == (width > 40))
    }
    #expect(model.text().contains("   Could not load the timeline.\n   The server's certificate"))
    #expect(model.text().components(separatedBy: "certificate is not").count == 2, "only once")
  }

  @Test func wrapsErrorsSoThatTheCureIsVisible() {
    var model = FrontEndModel.fixture(rows: 30)
    model.listError = "nobody listens at localhost:1: is the server running, and is the port right?"
    #expect(
      model.text().hasSuffix(
        """
         Nobody listens at localhost:1: is the server running, and is the port right?
        """))
    model.fail(
      "the audio output cannot be opened: check that a loudspeaker is connected, or start the sound "
        + "server (PipeWire or PulseAudio)")
    let screen = model.text()
    #expect(screen.hasSuffix("\n start the sound server (PipeWire or PulseAudio)."))
    #expect(screen.components(separatedBy: "\n").count == 24)
    for (width, height) in [(80, 10), (40, 12), (40, 6)] {
      let screen = model.text(width: width, height: height)
      #expect(screen.contains("PulseAudio)."), "\(width) by \(height)")
    }
    model.setNotice("Write something, or record", "Ctrl-R", "record")
    #expect(model.text().contains(" Write something, or record: Ctrl-R"))
    #expect(model.notice?.inLines == "Write something, or record: type record.")
  }

  @Test func drawsEverySize() {
    var model = FrontEndModel.fixture(rows: 5)
    model.editor = LineEditor("some text that is longer than a narrow terminal\nand a second line")
    for (width, height) in [(1, 1), (10, 3), (39, 24), (40, 12), (41, 13), (200, 60), (80, 24)] {
      for focus in [FrontEndModel.Focus.timeline, .compose, .search] {
        model.focus = focus
        model.helpTop = width == 41 ? 3 : nil
        let screen = FrontEndScreen.draw(
          model, size: TerminalSize(width: width, height: height), capabilities: .unicode)
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
    for capabilities in [TerminalCapabilities.ascii, .unicode] {
      #expect(model.text(capabilities, width: width, height: height).contains("01:23"))
      model.focus = .compose
      #expect(model.text(capabilities, width: width, height: height).contains("01:23"))
      model.helpTop = 0
      #expect(model.text(capabilities, width: width, height: height).contains("01:23"))
    }
  }

  @Test func dropsPanesOfSmallTerminals() {
    var model = FrontEndModel.fixture(rows: 5)
    #expect(
      model.text(width: 80, height: 6)
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
      model.text(width: 40, height: 8)
        == """
         Chatter  ann at localhost:8443       5
        ▸│ ann        ▶ 00:07  2025-01-02 03:04
         │ message 4
         ┊ bob                 2025-01-02 03:03
         00:15 / 00:30  ███░░  1x  volume 100 %
         space ‖  ← 10  → 10  s ■  d ×  ░░░░░░░
        c:
             ? help  c write  g refresh  q quit
        """)
  }
}
