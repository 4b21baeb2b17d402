import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct QueueVerbTests {
  @Test(arguments: [true, false])
  func playsClipsAsTheyArriveUntilQuit(all: Bool) async throws {
    let clip = try Media.clip(.iOS, seconds: 2)
    let source = FakeSource()
    source.stored = [FakeSource.chatt(1, "ann", "1", audio: clip)]
    let console = RecordingConsole()
    let fixture = SilentFixture()
    let queue = PlaybackQueue(player: fixture.player)
    let verb = QueueVerb(
      options: QueueOptions(
        pollInterval: .milliseconds(50), all: all, rate: 1, sound: SoundChoice(),
        place: ServerPlace(url: "https://h")),
      source: source, queue: queue, console: console)
    let running = Task { try await verb.run() }
    try await eventually { source.retrievalCount > 0 }
    source.stored.insert(FakeSource.chatt(2, "bob", "2", audio: clip), at: 0)
    source.stored.insert(FakeSource.chatt(3, "cid", "no clip"), at: 0)
    let authors = all ? ["ann", "bob"] : ["bob"]
    try await eventually {
      source.poll()
      return queue.messages.count == authors.count
    }
    for author in authors {
      try await eventually { console.output.contains("\(author)  00:0") }
      await fixture.player.settled()
      fixture.engine.clock.advance(by: .seconds(3))
    }
    #expect(queue.messages.map(\.author) == authors)
    queue.onQuit?()
    try await running.value
  }

  private func verb(
    _ source: FakeSource, _ queue: PlaybackQueue, _ console: RecordingConsole
  ) -> QueueVerb {
    QueueVerb(
      options: QueueOptions(
        pollInterval: .milliseconds(50), all: true, rate: 1, sound: SoundChoice(),
        place: ServerPlace(url: "https://h")),
      source: source, queue: queue, console: console)
  }

  /// Waits until the verb has reported its state several times.
  private func passRounds(_ console: RecordingConsole) async throws {
    let count = console.roundCount
    try await eventually { console.roundCount > count + 5 }
  }

  @Test
  func announcesResumedMessageOnce() async throws {
    let source = FakeSource()
    let clip = try Media.clip(.iOS, seconds: 2)
    source.stored = [FakeSource.chatt(1, "ann", "1", audio: clip)]
    let (console, fixture) = (RecordingConsole(), SilentFixture())
    let queue = PlaybackQueue(player: fixture.player)
    let verb = verb(source, queue, console)
    let running = Task { try await verb.run() }
    try await eventually { console.output == "ann  00:02\n" }
    queue.pause()
    try await eventually { !fixture.player.isPlaying }
    try await passRounds(console)
    queue.play()
    try await eventually { fixture.player.isPlaying }
    try await passRounds(console)
    #expect(console.output == "ann  00:02\n")
    console.hasReader = false
    try await running.value
  }

  @Test(
    arguments: [
      (AudioError.noSink, ExitCode.unavailable), (.missingPlugin("x"), .unavailable),
      (.denied("x"), .noPermission), (.undecodable("x"), nil),
    ] as [(AudioError, ExitCode?)])
  func endsOnDeviceErrorAndSkipsUnplayableClip(error: AudioError, code: ExitCode?) async throws {
    let source = FakeSource()
    source.stored = [FakeSource.chatt(1, "ann", "1", audio: try Media.clip(.iOS))]
    let (console, fixture) = (RecordingConsole(), SilentFixture())
    fixture.engine.failNext(.preparing, with: error)
    let queue = PlaybackQueue(player: fixture.player)
    let verb = verb(source, queue, console)
    let running = Task { try await verb.run() }
    if code == nil {
      try await eventually { console.reports.contains("skipped a clip: ") }
      queue.onQuit?()
      try await running.value
    } else {
      await #expect { try await running.value } throws: { ($0 as? ExitError)?.exitCode == code }
    }
  }

  @Test
  func failsWhenListCameWithoutClips() async {
    let source = FakeSource()
    source.tooLarge = .tooLarge(bytesMax: 256 << 20)
    let verb = verb(source, PlaybackQueue(player: SilentFixture().player), RecordingConsole())
    let failure = await #expect(throws: ExitError.self) { try await verb.run() }
    #expect(failure?.exitCode == .data && failure?.message.contains("256 MiB") == true)
  }

  @Test
  func failsWhenFirstRequestFails() async {
    let source = FakeSource()
    source.error = .network(.refused)
    let verb = verb(source, PlaybackQueue(player: SilentFixture().player), RecordingConsole())
    await #expect { try await verb.run() } throws: {
      ($0 as? ExitError)?.exitCode == .unavailable
    }
  }

  @Test
  func getsClipsByTheirURLsAndDropsDeletedOnes() async throws {
    let source = FakeSource()
    let clip = try Media.clip(.iOS, seconds: 2)
    source.clips = ["/v1/audio/1.m4a": clip, "/v1/audio/2.m4a": clip, "/v1/audio/3.m4a": clip]
    source.stored = [FakeSource.linked(1, "ann")]
    let (console, fixture) = (RecordingConsole(), SilentFixture())
    let queue = PlaybackQueue(player: fixture.player)
    let verb = verb(source, queue, console)
    let running = Task { try await verb.run() }
    try await eventually { console.output == "ann  00:02\n" }
    // The clip of 4 is gone before it can be retrieved.
    for (number, author) in [(2, "bob"), (4, "eve"), (3, "cid")] {
      source.send(.added(FakeSource.linked(number, author)))
    }
    try await eventually { queue.messages.map(\.author) == ["ann", "bob", "cid"] }
    source.send(.deleted(FakeSource.linked(2, "bob")))
    #expect(queue.messages.map(\.author) == ["ann", "cid"])
    source.send(.deleted(FakeSource.linked(1, "ann")))
    try await eventually { console.output == "ann  00:02\ncid  00:02\n" }
    #expect(queue.messages.map(\.author) == ["cid"])
    #expect(
      console.reports
        == ["bob", "ann"].map { "chatter: deleted by its author: \($0)  00:02\n" }.joined())
    console.hasReader = false
    try await running.value
  }
}
