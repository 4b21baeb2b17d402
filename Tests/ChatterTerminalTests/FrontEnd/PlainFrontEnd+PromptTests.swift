import ChatterAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct PlainFrontEndPromptTests {
  private let source = FakeSource()
  private let console = RecordingConsole()

  private func frontEnd(_ input: AsyncStream<TerminalEvent>, hasPrompt: Bool) -> PlainFrontEnd {
    let session = FrontEndSession(
      source, SilentFixture().player, pollInterval: .milliseconds(100), isPlain: true)
    return PlainFrontEnd(session, input: input, console: console, hasPrompt: hasPrompt)
  }

  private func prints(_ text: String) async throws {
    try await eventually { console.output.hasSuffix(text) }
  }

  @Test func promptsForEachCommandAndKeepsItsLine() async throws {
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    let frontEnd = frontEnd(input, hasPrompt: true)
    let running = Task { await frontEnd.run() }
    try await prints("No messages yet.\n> ")
    source.stored = [FakeSource.chatt(1, "bob", "hello")]
    try await prints(": hello\n> ")
    #expect(console.output.contains("> \nNew: 1. bob"), "the prompt keeps its line")
    typing.yield(.bytes(Array("volume\n".utf8)))
    try await prints("> Volume 100 percent.\n> ")
    typing.yield(.bytes(Array("quit\n".utf8)))
    #expect(await running.value == FrontEndEnding())
  }

  @Test func printsNoPromptIntoAPipe() async {
    _ = await frontEnd(.input(["volume\nlist\n"]), hasPrompt: false).run()
    #expect(!console.output.contains(">"))
  }
}
