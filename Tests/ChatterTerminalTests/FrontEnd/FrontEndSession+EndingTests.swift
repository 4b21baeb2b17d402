import Chatter
import ChatterAudio
import ChatterClient
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndSessionEndingTests {
  private let source = FakeSource()
  private let console = RecordingConsole()

  private func session(
    _ player: AudioPlayer, recordingBytesMax: Int = .max
  ) -> FrontEndSession {
    FrontEndSession(
      .fixture(), source: source, player: player, recordingBytesMax: recordingBytesMax
    ) { [console] in console.report($0) }
  }

  /// Starts a recording, and returns the path of its file.
  private func recording(in session: FrontEndSession) async throws -> String? {
    _ = session.press(.text("r"))
    try await eventually { session.player.recorder.isRecording }
    return session.player.recordingPath
  }

  @Test func waitsUntilRecordingIsComplete() async throws {
    let engine = SlowEngine()
    let session = session(AudioPlayer(engine: engine))
    let path = try #require(try await recording(in: session))
    // The notice comes later than the timeout for closing the devices.
    async let ending = session.end(noticeTimeout: .milliseconds(2500))
    try await eventually { console.reports.contains("leave it as it is in \(path)") }
    #expect(session.player.isFinishingRecording)
    engine.completion.open()
    let unsent = await ending
    #expect(unsent.clip?.isEmpty == false)
  }

  @Test func leavesRecordingThatCannotBeCompletedInTime() async throws {
    let session = session(AudioPlayer(engine: SlowEngine()))
    let path = try #require(try await recording(in: session))
    defer { Files.remove(path) }
    #expect(await session.end(noticeTimeout: .zero, timeout: .milliseconds(50)).clip == nil)
    #expect(console.reports.contains(path) && Files.exists(path), "the recording still exists")
  }

  @Test func discardsRecordingWithoutWaiting() async throws {
    let session = session(AudioPlayer(engine: SlowEngine()))
    let path = try #require(try await recording(in: session))
    await session.drop()
    #expect(session.player.recordingPath == nil && !Files.exists(path))
  }

  /// The cancelled post may have been stored.
  @Test func reportsKeyOfPostCancelledAtTheEnd() async throws {
    source.holdsPosts = true
    let session = session(SilentFixture().player)
    #expect(session.post(line: "one") == nil)
    try await eventually { source.isPostInProgress }
    let unsent = await session.end()
    #expect(unsent.text == "one" && unsent.failure?.exitCode == .unknownOutcome)
    #expect(unsent.key == source.kept?.text && unsent.key != nil)
    #expect(unsent.failure?.message.contains("--key \(source.kept?.text ?? "?")") == true)
  }

  @Test func separatesTheNextTextFromAPostInDoubt() async throws {
    source.holdsPosts = true
    let session = session(SilentFixture().player)
    #expect(session.post(line: "one") == nil)
    try await eventually { source.isPostInProgress }
    session.model.editor = LineEditor("two")
    let unsent = await session.end()
    #expect(unsent.text == "one" && unsent.laterText == "two" && unsent.key != nil)
  }

  @Test func omitsPostThatWasStoredMeanwhile() async throws {
    let session = session(SilentFixture().player)
    #expect(session.post(line: "one") == nil)
    try await eventually { source.posted.count == 1 }
    #expect(await session.end() == Unsent())
  }

  @Test func stopsRecordingAtMaximumSizeOfAPost() async throws {
    let fixture = SilentFixture()
    let session = session(fixture.player, recordingBytesMax: 1)
    _ = session.press(.text("r"))
    await fixture.player.settled()
    try await session.eventually { session.model.hasRecording }
    #expect(session.model.notice?.text == "Recording stopped: maximum size of a post reached.")
    #expect(ClipLimit.recordedBytesMax < ClipLimit.postedBytesMax)
    _ = await session.end()
  }
}
