import ChatterAudio
import ChatterClient
import Glibc
import SilentAudio
import System
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let terminal = FakeTerminal()

  private func begin() -> Task<FrontEndEnding, Never> {
    let session = FrontEndSession(source, fixture.player, pollInterval: .milliseconds(200))
    let capabilities = TerminalCapabilities(colors: .none, isUnicode: true)
    let frontEnd = FrontEnd(session, on: terminal, capabilities: capabilities)
    return Task { await frontEnd.run() }
  }

  private func shows(_ text: String) async throws {
    try await eventually { terminal.text.contains(text) }
  }

  @Test func showsNewChattsWithoutAKey() async throws {
    let running = begin()
    try await shows("No messages yet.")
    source.stored = [FakeSource.chatt(1, "bob", "good morning")]
    try await shows("good morning")
    terminal.type("\u{3}")
    #expect(await running.value == FrontEndEnding())
  }

  @Test func showsErrorUntilServerIsBack() async throws {
    source.error = .network(.refused)
    let running = begin()
    try await shows("onnection refused")
    source.error = nil
    try await eventually { !terminal.text.contains("onnection refused") }
    source.error = .status(422, "message is too long")
    terminal.type("cx\r")
    try await shows("message is too long")
    #expect(terminal.text.contains("Message: x"), "the text is kept")
    terminal.send(.signal(SIGTERM))
    #expect(await running.value.signal == SIGTERM)
    #expect(terminal.history == ["enter", "leave"])
  }

  @Test func restoresTerminalWhileSuspended() async throws {
    let running = begin()
    try await shows("Recorder")
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

  @Test func handlesKeysAfterIncompleteSequence() async throws {
    let running = begin()
    try await shows("No messages yet.")
    terminal.type("c")
    terminal.send(.bytes([0xE2, 0x82]))
    terminal.send(.quiet)
    try await shows("Message: \u{FFFD}\u{FFFD}")
    terminal.type("\u{3}\u{3}")
    #expect(await running.value == FrontEndEnding())
  }

  @Test func redrawsAfterResizeToTheSameSize() async throws {
    let running = begin()
    try await shows("No messages yet.")
    terminal.wipe()
    terminal.send(.signal(SIGWINCH))
    try await shows("No messages yet.")
    terminal.type("q")
    #expect(await running.value == FrontEndEnding())
  }

  @Test func writesNothingInTheBackground() async throws {
    terminal.refusals.withLock { $0 = 3 }
    let running = begin()
    try await eventually { terminal.history.count > 1 }
    #expect(!terminal.text.contains { !$0.isWhitespace })
    try await shows("No messages yet.")
    #expect(terminal.history == ["enter", "enter", "enter", "enter"])
    terminal.type("q")
    #expect(await running.value == FrontEndEnding())
  }

  @Test func reportsMissingMicrophoneAndEnablesRecordButton() async throws {
    fixture.engine.denial = .noSource
    let running = begin()
    try await shows("Recorder")
    terminal.type("r")
    try await shows("There is no microphone")
    try await shows("◉ Record")
    terminal.type("q")
    _ = await running.value
  }
}
