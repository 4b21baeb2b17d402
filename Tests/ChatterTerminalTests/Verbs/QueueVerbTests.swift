import Chatter
import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct QueueVerbTests {
  private let source = FakeSource()
  private let console = RecordingConsole()
  private let fixture = SilentFixture()
  private let queue: PlaybackQueue

  init() { queue = PlaybackQueue(player: fixture.player) }

  /// Starts the verb.
  private func begin(all: Bool = true) -> Task<Void, any Error> {
    let verb = QueueVerb(
      options: QueueOptions(
        pollInterval: .milliseconds(50), all: all, rate: 1, sound: SoundChoice(),
        place: ServerPlace(url: "https://h")),
      source: source, queue: queue, console: console)
    return Task { try await verb.run() }
  }

  @Test
  func failsWhenListCameWithoutClips() async {
    source.tooLarge = .tooLarge(bytesMax: 256 << 20)
    let failure = await #expect(throws: ExitError.self) { try await begin().value }
    #expect(failure?.exitCode == .data && failure?.message.contains("256 MiB") == true)
  }

  @Test(arguments: [true, false])
  func playsClipsAsTheyArriveUntilQuit(all: Bool) async throws {
    let clip = try Media.clip(.iOS, seconds: 2)
    source.stored = [FakeSource.chatt(1, "ann", "1", audio: clip)]
    let running = begin(all: all)
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

  /// Waits until the verb has reported its state several times.
  private func passRounds() async throws {
    let count = console.roundCount
    try await eventually { console.roundCount > count + 5 }
  }

  @Test
  func announcesResumedMessageOnce() async throws {
    let clip = try Media.clip(.iOS, seconds: 2)
    source.stored = [FakeSource.chatt(1, "ann", "1", audio: clip)]
    let running = begin()
    try await eventually { console.output == "ann  00:02\n" }
    queue.pause()
    try await eventually { !fixture.player.isPlaying }
    try await passRounds()
    queue.play()
    try await eventually { fixture.player.isPlaying }
    try await passRounds()
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
    source.stored = [FakeSource.chatt(1, "ann", "1", audio: try Media.clip(.iOS))]
    fixture.engine.failNext(.preparing, with: error)
    let running = begin()
    if code == nil {
      try await eventually { console.reports.contains("skipped a clip: ") }
      queue.onQuit?()
      try await running.value
    } else {
      await #expect { try await running.value } throws: { ($0 as? ExitError)?.exitCode == code }
    }
  }

  @Test
  func playsClipsThatWereNotHeardAndNotesThem() async throws {
    let directory = try TemporaryDirectory()
    let heard = HeardFile(directory: directory.path, place: ServerPlace(url: "https://h"))
    let clip = try Media.clip(.iOS, seconds: 2)
    source.stored = [3, 2].map { FakeSource.chatt($0, "bob", "\($0)", audio: clip) }
    source.olderPages = [[FakeSource.chatt(1, "ann", "1", audio: clip)]]
    heard.begin(source.stored)
    heard.mark(try #require(source.stored[0].id), at: try #require(source.stored[0].date))
    let verb = QueueVerb(
      options: QueueOptions(
        pollInterval: .seconds(60), all: false, new: true, rate: 1, sound: SoundChoice(),
        place: ServerPlace(url: "https://h")),
      source: source, queue: queue, console: console, heard: heard)
    let running = Task { try await verb.run() }
    try await eventually { console.output == "ann  00:02\n" }
    try await eventually { source.isFollowed }
    source.send(.added(FakeSource.chatt(4, "cid", "4", audio: clip)))
    for count in 1...3 {
      try await eventually { console.output.split(separator: "\n").count == count }
      await fixture.player.settled()
      fixture.engine.clock.advance(by: .seconds(3))
    }
    #expect(queue.messages.map(\.author) == ["ann", "bob", "cid"])
    try await eventually { source.chatts.allSatisfy { !heard.isNew($0, in: source) } }
    queue.onQuit?()
    try await running.value
  }

  @Test
  func failsWhenFirstRequestFails() async {
    source.error = .network(.refused)
    await #expect { try await begin().value } throws: {
      ($0 as? ExitError)?.exitCode == .unavailable
    }
  }

  @Test
  func getsClipsByTheirURLsAndDropsDeletedOnes() async throws {
    let clip = try Media.clip(.iOS, seconds: 2)
    source.clips = ["/v1/audio/1.m4a": clip, "/v1/audio/2.m4a": clip, "/v1/audio/3.m4a": clip]
    source.stored = [FakeSource.linked(1, "ann")]
    let running = begin()
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
