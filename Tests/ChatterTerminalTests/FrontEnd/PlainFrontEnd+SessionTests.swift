import Chatter
import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

/// A whole session, as a screen reader speaks it: read the transcript aloud to judge it.
@MainActor struct PlainFrontEndSessionTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let console = RecordingConsole()
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let transcript = """
    chatter: ann at h. Type help for commands.
    2 chatts. Type list to read them.
    # list
    1. bob, TIME, with a clip of 00:05: good morning
    2. carl, TIME: the text before
    # record
    Recording. Type record to stop.
    ~ 3 seconds later
    # where
    Recording, 00:03.
    # stop
    Recorded. Type play to hear it, post to send it.
    # where
    Duration 00:03.
    # play
    Playing.
    ~ 1 second later
    # where
    Playing at 00:01. Duration 00:03.
    # pause
    Paused.
    # where
    Paused at 00:01. Duration 00:03.
    # volume 50
    Volume 50 percent.
    # volume
    Volume 50 percent.
    # rate 1.5
    Rate 1.5.
    # rate
    Rate 1.5.
    # repeat
    Repeat is on.
    # repeat
    Repeat is off.
    # record
    Your recording is not posted; to record over it: type record.
    # post hello everybody
    New: 3. ann, TIME, with a clip of 00:03: hello everybody
    Posted.
    # play 1
    Playing: bob, TIME, with a clip of 00:05: good morning
    # forward
    Stopped.
    # done
    # queue
    Playing: bob, TIME, with a clip of 00:05: good morning
    # next
    Playing: ann, TIME, with a clip of 00:03: hello everybody
    # stop
    Stopped.
    # next
    There is no newer clip.
    # previous
    Playing: bob, TIME, with a clip of 00:05: good morning
    # done
    Stopped.
    # unsent
    There is nothing unsent.
    # memo
    There is no memo yet. Record something and keep it: type memo save.
    # post
    Write something, or record: type record.
    # plya 1
    Unknown command plya: did you mean play?
    # help play
    play [N]: play the clip of chatt number N, or resume
    # play 9
    There is no chatt 9: type list.
    # list
    1. ann, TIME, with a clip of 00:03: hello everybody
    2. bob, TIME, with a clip of 00:05: good morning
    3. carl, TIME: the text before
    # quit
    """

  @Test func readsWellAloud() async throws {
    source.stored = [
      FakeSource.chatt(2, "bob", "good morning", audio: SilentClip.bytes(lasting: .seconds(5))),
      FakeSource.chatt(1, "carl", "the text before"),
    ]
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    let session = FrontEndSession(source, fixture.player, isPlain: true)
    session.memos = MemoStore(directory: directory.path(of: "memos"))
    let frontEnd = PlainFrontEnd(session, input: input, console: console)
    let running = Task { await frontEnd.run() }
    let lines = Self.transcript.split(separator: "\n").map(String.init)
    var expected = ""
    for line in lines {
      if !line.hasPrefix("# "), !line.hasPrefix("~ ") {
        expected += line + "\n"
        continue
      }
      do {
        try await eventually { spoken == expected }
      } catch {
        Issue.record("before \(line):\n\(spoken)")
        throw error
      }
      await fixture.player.settled()
      if line.hasPrefix("#") {
        typing.yield(.bytes(Array((line.dropFirst(2) + "\n").utf8)))
      } else {
        let seconds = try #require(Int(line.split(separator: " ")[1]))
        fixture.engine.clock.advance(by: .seconds(seconds))
        try await eventually { session.model.player.currentTime == .seconds(seconds) }
      }
    }
    #expect(await running.value == FrontEndEnding())
    #expect(spoken == expected)
    #expect(source.posted.first?.message == "hello everybody" && source.posted.first?.audio != nil)
    #expect(!spoken.contains("\u{1B}") && spoken.allSatisfy(\.isASCII), "nothing is spelled")
  }

  /// The lines so far, without the times of the day.
  private var spoken: String {
    console.output.replacing(/2025-01-0[1-3] [0-9]{2}:[0-9]{2}/, with: "TIME")
  }
}
