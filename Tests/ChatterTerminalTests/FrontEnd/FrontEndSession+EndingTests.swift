import Chatter
import ChatterAudio
import ChatterClient
import Testing

@testable import ChatterTerminal

@MainActor @Suite struct FrontEndSessionEndingTests {
  private let source = FakeSource()
  private let console = RecordingConsole()

  private func session(
    _ player: AudioPlayer, recordingBytesMax: Int = .max
  ) -> FrontEndSession {
    FrontEndSession(
      FrontEndOptions(
        pollInterval: .seconds(60), isPlain: false, color: .never, sound: SoundChoice(),
        place: ServerPlace(url: "https://h"), username: "ann"),
      source: source, player: player, recordingBytesMax: recordingBytesMax
    ) { [console] in console.report($0) }
  }

  /// Starts a recording, and returns the path of its file.
  private func recording(in session: FrontEndSession) async -> String? {
    _ = session.press(.text("r"))
    #expect(await SilentFixture.until { session.player.recorder.isRecording })
    return session.player.recordingPath
  }

  @Test func waitsUntilRecordingIsComplete() async {
    // Longer than the timeout for closing the devices.
    let session = session(AudioPlayer(engine: SlowEngine(completesIn: .milliseconds(2500))))
    let path = await recording(in: session)
    let unsent = await session.end()
    #expect(unsent.clip?.isEmpty == false && unsent.incompletePath == nil)
    #expect(console.reports.contains("leave it as it is in \(path ?? "?")"))
  }

  @Test func leavesRecordingThatCannotBeCompletedInTime() async throws {
    let session = session(AudioPlayer(engine: SlowEngine(completesIn: .seconds(3600))))
    let path = try #require(await recording(in: session))
    defer { Files.remove(path) }
    let timeouts = CompletionTimeouts(noticeTimeout: .zero, completionTimeout: .milliseconds(50))
    #expect(await session.end(timeouts) == Unsent(incompletePath: path))
    #expect(session.player.isFinishingRecording && Files.exists(path), "the recording still exists")
    #expect(CompletionTimeouts().completionTimeout >= .seconds(30))
  }

  @Test func discardsRecordingWithoutWaiting() async throws {
    let session = session(AudioPlayer(engine: SlowEngine(completesIn: .seconds(3600))))
    let path = try #require(await recording(in: session))
    await session.drop()
    #expect(session.player.recordingPath == nil && !Files.exists(path))
  }

  /// The cancelled post may have been stored.
  @Test func reportsKeyOfPostCancelledAtTheEnd() async {
    source.holdsPosts = true
    let session = session(SilentFixture().player)
    #expect(session.post(line: "one") == nil)
    #expect(await SilentFixture.until { source.isPostInProgress })
    let unsent = await session.end()
    #expect(unsent.text == "one" && unsent.failure?.exitCode == .unknownOutcome)
    #expect(unsent.key == source.kept?.text && unsent.key != nil)
    #expect(unsent.failure?.message.contains("--key \(source.kept?.text ?? "?")") == true)
  }

  @Test func separatesTheNextTextFromAPostInDoubt() async {
    source.holdsPosts = true
    let session = session(SilentFixture().player)
    #expect(session.post(line: "one") == nil)
    #expect(await SilentFixture.until { source.isPostInProgress })
    session.model.editor = LineEditor("two")
    let unsent = await session.end()
    #expect(unsent.text == "one" && unsent.laterText == "two" && unsent.key != nil)
  }

  @Test func omitsPostThatWasStoredMeanwhile() async {
    let session = session(SilentFixture().player)
    #expect(session.post(line: "one") == nil)
    #expect(await SilentFixture.until { source.posted.count == 1 })
    #expect(await session.end() == Unsent())
  }

  @Test func stopsRecordingAtMaximumSizeOfAPost() async {
    let fixture = SilentFixture()
    let session = session(fixture.player, recordingBytesMax: 1)
    _ = session.press(.text("r"))
    await fixture.player.settled()
    #expect(
      await SilentFixture.until {
        session.tick()
        return session.model.hasRecording
      })
    #expect(session.model.notice?.text == "Recording stopped: maximum size of a post reached.")
    #expect(ClipLimit.recordedBytesMax < ClipLimit.postedBytesMax)
    _ = await session.end()
  }
}
