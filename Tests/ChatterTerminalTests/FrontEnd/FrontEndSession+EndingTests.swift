import Chatter
import ChatterAudio
import ChatterClient
import Testing

@testable import ChatterTerminal

@MainActor @Suite struct FrontEndSessionEndingTests {
  private let source = FakeSource()
  private let console = RecordingConsole()

  private func session(
    _ player: any Listening, recordingBytesMax: Int = .max
  ) -> FrontEndSession {
    FrontEndSession(
      FrontEndOptions(
        place: ServerPlace(url: "https://h"), username: "ann", sound: SoundChoice(),
        pollInterval: .seconds(60), isPlain: false, color: .never),
      source: source, player: player, recordingBytesMax: recordingBytesMax
    ) { [console] in console.report($0) }
  }

  @Test func waitsUntilRecordingIsComplete() async {
    // Longer than the timeout for closing the devices.
    let player = SlowPlayer(completesIn: .milliseconds(2500))
    let session = session(player)
    _ = session.press(.text("r"))
    let unsent = await session.end()
    #expect(unsent == Unsent(clip: [1, 2, 3]) && !player.hasLeft)
    #expect(console.reports.contains("leave it as it is in \(SlowPlayer.path)"))
  }

  @Test func leavesRecordingThatCannotBeCompletedInTime() async {
    let player = SlowPlayer(completesIn: .seconds(3600))
    let session = session(player)
    _ = session.press(.text("r"))
    let timeouts = CompletionTimeouts(noticeTimeout: .zero, completionTimeout: .milliseconds(50))
    #expect(await session.end(timeouts) == Unsent(incompletePath: SlowPlayer.path))
    #expect(player.hasLeft && player.view.isFinishing, "the recording still exists")
    #expect(CompletionTimeouts().completionTimeout >= .seconds(30))
  }

  @Test func discardsRecordingWithoutWaiting() async {
    let player = SlowPlayer(completesIn: .seconds(3600))
    let session = session(player)
    _ = session.press(.text("r"))
    await session.drop()
    #expect(player.recordingPath == nil && !player.hasLeft)
  }

  /// The cancelled post may have been stored.
  @Test func reportsKeyOfPostCancelledAtTheEnd() async {
    source.holdsPosts = true
    let session = session(SilentFixture().player)
    session.write("one")
    _ = session.press(.enter)
    #expect(await SilentFixture.until { source.isPostInProgress })
    let unsent = await session.end()
    #expect(unsent.text == "one" && unsent.failure?.exitCode == .unknownOutcome)
    #expect(unsent.failure?.message.contains("--key \(source.kept?.text ?? "?")") == true)
  }

  @Test func omitsPostThatWasStoredMeanwhile() async {
    let session = session(SilentFixture().player)
    session.write("one")
    _ = session.press(.enter)
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
