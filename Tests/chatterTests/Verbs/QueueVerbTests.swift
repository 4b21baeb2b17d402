import ChatterAudio
import ChatterClient
import TestSupport
import Testing

@testable import chatter

@MainActor @Suite struct QueueVerbTests {
  @Test(
    "clips are played as they arrive, and the panel of a desktop ends it", arguments: [true, false])
  func plays(all: Bool) async throws {
    let clip = try Media.clip(.iOS, seconds: 2)
    let source = FakeSource()
    source.stored = [FakeSource.chatt(1, "ann", "1", audio: clip)]
    let console = RecordingConsole()
    let bench = SilentBench()
    let queue = PlaybackQueue(player: bench.player)
    let verb = QueueVerb(
      options: QueueOptions(
        place: ServerPlace(url: "https://h"), every: .milliseconds(50), all: all, rate: 1,
        sound: SoundChoice()),
      source: source, queue: queue, console: console)
    let running = Task { try await verb.run() }
    #expect(await SilentBench.until { source.retrievalCount > 0 })
    source.stored.insert(FakeSource.chatt(2, "bob", "2", audio: clip), at: 0)
    source.stored.insert(FakeSource.chatt(3, "cid", "no clip"), at: 0)
    let authors = all ? ["ann", "bob"] : ["bob"]
    #expect(await SilentBench.until { queue.messages.count == authors.count })
    for author in authors {
      #expect(await SilentBench.until { console.output.contains("\(author)  00:0") })
      await bench.player.settled()
      bench.engine.clock.advance(by: .seconds(3))
    }
    #expect(queue.messages.map(\.author) == authors)
    queue.onQuit?()
    try await running.value
  }
}
