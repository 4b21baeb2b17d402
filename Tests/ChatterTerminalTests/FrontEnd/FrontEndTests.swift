import Chatter
import ChatterAudio
import ChatterClient
import EventLoop
import Glibc
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor @Suite struct FrontEndTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let terminal = FakeTerminal()

  private func begin() -> Task<FrontEndEnding, Never> {
    let options = FrontEndOptions(
      pollInterval: .milliseconds(200), isPlain: false, color: .never, sound: SoundChoice(),
      place: ServerPlace(url: "https://localhost:8443"), username: "ann")
    let session = FrontEndSession(options, source: source, player: fixture.player)
    let capabilities = TerminalCapabilities(colors: .none, isUnicode: true)
    let frontEnd = FrontEnd(session, on: terminal, capabilities: capabilities)
    return Task { await frontEnd.run() }
  }

  private func shows(_ text: String) async -> Bool {
    await SilentFixture.until { terminal.text.contains(text) }
  }

  @Test func recordsPlaysPostsAndQuits() async throws {
    let running = begin()
    #expect(await shows("No messages yet."))
    terminal.type("r")
    #expect(await shows("■ Stop recording"))
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(3))
    terminal.type("r")
    #expect(await shows("Your recording"))
    #expect(await shows("00:00 / 00:03"))
    terminal.type(" ")
    #expect(await shows("‖ Pause"))
    terminal.type("s")
    #expect(await shows("▶ Play  (← 10 s)"))
    terminal.type("chéllo\r")
    #expect(await shows("Posted."))
    #expect(source.posted.count == 1)
    #expect(source.posted.first?.message == "héllo")
    #expect(source.posted.first?.audio != nil)
    #expect(await shows("1 chatt, 1 clip"))
    #expect(terminal.text.contains("── Recorder ──"))
    terminal.type("\t\r")
    #expect(await shows("Clip of ann"))
    #expect(await shows("‖ Pause"))
    terminal.type("d")
    #expect(await shows("── Recorder ──"))
    terminal.type("q")
    #expect(await running.value == FrontEndEnding())
    #expect(terminal.history == ["enter", "leave"])
  }

  @Test func showsNewChattsWithoutAKey() async {
    let running = begin()
    #expect(await shows("No messages yet."))
    source.stored = [FakeSource.chatt(1, "bob", "good morning")]
    #expect(await shows("good morning"))
    terminal.type("\u{3}")
    #expect(await running.value == FrontEndEnding())
  }

  @Test func showsErrorUntilServerIsBack() async {
    source.error = .network(.refused)
    let running = begin()
    #expect(await shows("Connection refused"))
    source.error = nil
    #expect(await SilentFixture.until { !terminal.text.contains("Connection refused") })
    source.error = .status(422, "message is too long")
    terminal.type("cx\r")
    #expect(await shows("message is too long"))
    #expect(terminal.text.contains("Message: x"), "the text is kept")
    terminal.send(.signal(SIGTERM))
    #expect(await running.value.signal == SIGTERM)
    #expect(terminal.history == ["enter", "leave"])
  }

  @Test func restoresTerminalWhileSuspended() async {
    let running = begin()
    #expect(await shows("Recorder"))
    terminal.type("\u{1A}")
    terminal.send(.signal(SIGTSTP))
    terminal.send(.signal(SIGCONT))
    terminal.send(.signal(SIGWINCH))
    terminal.send(.bytes([0x1B]))
    terminal.send(.quiet)
    terminal.send(.ended)
    #expect(await running.value == FrontEndEnding())
    #expect(terminal.history == ["enter", "suspend", "suspend", "leave", "enter", "leave"])
  }

  @Test func handlesKeysAfterIncompleteSequence() async {
    let running = begin()
    #expect(await shows("No messages yet."))
    terminal.type("c")
    terminal.send(.bytes([0xE2, 0x82]))
    terminal.send(.quiet)
    #expect(await shows("Message: \u{FFFD}\u{FFFD}"))
    terminal.type("\u{3}\u{3}")
    #expect(await running.value == FrontEndEnding())
  }

  @Test func redrawsAfterResizeToTheSameSize() async {
    let running = begin()
    #expect(await shows("No messages yet."))
    terminal.wipe()
    terminal.send(.signal(SIGWINCH))
    #expect(await shows("No messages yet."))
    terminal.type("q")
    #expect(await running.value == FrontEndEnding())
  }

  @Test func writesNothingInTheBackground() async {
    terminal.refusals.withLock { $0 = 3 }
    let running = begin()
    #expect(await SilentFixture.until { terminal.history.count > 1 })
    #expect(!terminal.text.contains { !$0.isWhitespace })
    #expect(await shows("No messages yet."))
    #expect(terminal.history == ["enter", "enter", "enter", "enter"])
    terminal.type("q")
    #expect(await running.value == FrontEndEnding())
  }

  @Test func reportsMissingMicrophoneAndEnablesRecordButton() async {
    fixture.engine.permission = .noSource
    let running = begin()
    #expect(await shows("Recorder"))
    terminal.type("r")
    #expect(await shows("There is no microphone"))
    #expect(await shows("◉ Record"))
    terminal.type("q")
    _ = await running.value
  }
}
