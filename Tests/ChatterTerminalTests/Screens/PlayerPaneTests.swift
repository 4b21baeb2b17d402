import ChatterAudio
import Testing

@testable import ChatterTerminal

struct PlayerPaneTests {
  @Test func drawsWaveformAndLevels() {
    var model = FrontEndModel.fixture(rows: 1)
    model.listeningTo = model.rows[0]
    model.player = PlayerView(
      recHidden: true, playIcon: .pause, hasClip: true, currentTime: .seconds(1),
      duration: .seconds(2))
    model.peaks = (0..<240).map { Double($0) / 239 }
    let row = model.text().split(separator: "\n", omittingEmptySubsequences: false)[19]
    #expect(row.hasPrefix(" 00:01 / 00:02  ▁▁▁▂▂") && row.contains("█  1x  volume 100 %"))
    let monochrome = TerminalCapabilities(colors: .none, isUnicode: true)
    #expect(
      model.text(monochrome).contains("00:02  ████"), "without colour, a bar shows the place")
    model.player = PlayerView(recIcon: .stopRecording, levels: [0, 0.5, 1])
    #expect(model.text().contains("Stop recording  00:00  ▁▅█\n"))
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
       r # Stop recording  00:02  ##########################.........................
       (> Play)  (<- 10 s)  (-> 10 s)  (Stop)  (^ Done)
      --------------------------------------------------------------------------------
       Message (c):
                                                   ? help  c write  g refresh  q quit
      """
    #expect(model.text(.ascii, height: 12) == expected)
  }

  @Test(arguments: [(1.0, "1"), (1.25, "1.25"), (1.5, "1.5"), (0.5, "0.5")])
  func formatsFactorsWithFewestDigits(rate: Double, text: String) {
    #expect(PlayerPane.factor(rate) == text)
  }
}
