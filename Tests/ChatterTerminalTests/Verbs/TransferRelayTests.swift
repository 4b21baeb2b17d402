import Testing

@testable import ChatterTerminal

@MainActor @Suite struct TransferRelayTests {
  @Test func passesProgressFromAnyThread() async {
    let console = RecordingConsole()
    console.progressColumns = 60
    let line = ProgressLine(
      "Getting", on: console, glyphs: Glyphs(isUnicode: false), displayTimeout: .zero)
    let relay = TransferRelay.to(line)
    await Task.detached { relay(Transfer(done: 1, total: 4)) }.value
    #expect(await SilentFixture.until { console.reports.contains(" 25 %") })
  }
}
