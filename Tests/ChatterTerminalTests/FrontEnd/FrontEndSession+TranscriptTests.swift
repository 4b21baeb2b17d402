import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndSessionTranscriptTests {
  private let fixture = SilentFixture()
  private let transcriber = FakeTranscriber()

  private func session(isPlain: Bool = false) -> FrontEndSession {
    let session = FrontEndSession(FakeSource(), fixture.player, isPlain: isPlain)
    session.player.transcriber = transcriber
    return session
  }

  /// Begins a recording, and waits for its transcriber.
  private func begin(_ session: FrontEndSession) async throws {
    let count = transcriber.count
    _ = session.press(.text("r"))
    await fixture.player.settled()
    try await eventually { transcriber.count == count + 1 }
    fixture.engine.clock.advance(by: .seconds(2))
  }

  /// Ends a recording, and waits until its clip is complete.
  private func stop(_ session: FrontEndSession) async {
    _ = session.press(.text("r"))
    await fixture.player.settled()
    session.pollPlayer()
  }

  @Test func showsGrowingTextAndMakesItTheMessage() async throws {
    let session = session()
    try await begin(session)
    for text in ["one", "one two"] {
      transcriber.yield(text)
      try await session.eventually { session.model.transcript == text }
      #expect(session.model.player.isRecording && session.model.editor.isEmpty)
    }
    await stop(session)
    #expect(session.model.editor.isEmpty, "the text may still grow")
    transcriber.yield("one two three")
    transcriber.finish()
    try await session.eventually { session.model.transcript == nil }
    #expect(session.model.editor.text == "one two three" && session.model.hasRecording)
    #expect(session.model.notice?.onScreen == "The transcript is your message. Change it: c")
  }

  @Test func doesNotReplaceAMessage() async throws {
    let session = session()
    try await begin(session)
    session.model.editor = LineEditor("mine")
    await stop(session)
    transcriber.yield("one")
    transcriber.finish()
    try await session.eventually { session.model.transcript == nil }
    #expect(session.model.editor.text == "mine")
    #expect(session.model.notice?.text == "Transcript: one")
  }

  @Test func continuesTheRecordingWhenTheTranscriberFails() async throws {
    let session = session()
    try await begin(session)
    transcriber.finish(throwing: TranscriberError.ended("no model"))
    try await session.eventually { session.model.notice?.isError == true }
    #expect(session.model.notice?.text == "No transcript: no model; the recording continues")
    #expect(session.model.player.isRecording)
    await stop(session)
    #expect(session.model.hasRecording && session.model.editor.isEmpty)
  }

  @Test func keepsTheTextOfATranscriberThatFailsLate() async throws {
    let session = session()
    try await begin(session)
    transcriber.yield("one")
    try await session.eventually { session.model.transcript == "one" }
    await stop(session)
    transcriber.finish(throwing: TranscriberError.late)
    try await session.eventually { session.model.transcript == nil }
    #expect(session.model.editor.text == "one")
    #expect(session.model.notice?.text.hasPrefix("The transcript is incomplete: ") == true)
  }

  @Test func dropsTheTextOfADiscardedRecording() async throws {
    let session = session()
    try await begin(session)
    await stop(session)
    for _ in 1...2 { _ = session.press(.text("x")) }
    #expect(!session.model.hasRecording)
    transcriber.yield("one")
    transcriber.finish()
    try await session.eventually { session.transcript == nil }
    #expect(session.model.editor.isEmpty)
  }

  @Test func dropsTheTextOfAnEarlierRecording() async throws {
    let session = session()
    try await begin(session)
    await stop(session)
    for _ in 1...2 { _ = session.press(.text("x")) }
    transcriber.yield("old")
    try await begin(session)
    transcriber.yield("new")
    await stop(session)
    transcriber.finish()
    try await session.eventually { session.model.transcript == nil }
    #expect(session.model.editor.text == "new")
  }

  @Test func printsOnlyTheWholeTextInLines() async throws {
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    let console = RecordingConsole()
    let session = session(isPlain: true)
    let frontEnd = PlainFrontEnd(session, input: input, console: console)
    let running = Task { await frontEnd.run() }
    typing.yield(.bytes(Array("record\n".utf8)))
    try await eventually { transcriber.count == 1 }
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
    transcriber.yield("one")
    try await eventually { session.model.transcript == "one" }
    typing.yield(.bytes(Array("record\n".utf8)))
    typing.yield(.ended)
    try await eventually { console.output.contains("Recorded.") }
    // The front end waits for the text, although its input has ended.
    transcriber.yield("one two")
    transcriber.finish()
    _ = await running.value
    #expect(
      console.output.split(separator: "\n").filter { $0.contains("one") } == [
        "Transcript: one two."
      ])
  }
}
