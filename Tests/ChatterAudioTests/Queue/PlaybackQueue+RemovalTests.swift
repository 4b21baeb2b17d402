import Chatter
import Testing

@testable import ChatterAudio

@MainActor
struct PlaybackQueueRemovalTests {
  private let fixture = QueueFixture()

  private var queue: PlaybackQueue { fixture.queue }
  private var titles: [String] { queue.messages.map(\.title) }

  private func id(_ number: Int) throws -> ChattID {
    try #require(ChattID("00000000-0000-7000-8000-00000000000\(number)"))
  }

  /// Adds three messages, of which the first plays.
  private func fill() async throws {
    for (number, title) in ["a", "b", "c"].enumerated() {
      var message = QueueFixture.message(title)
      message.chattID = try id(number)
      queue.add(message)
    }
    await fixture.player.player.settled()
  }

  @Test func removesMessagesThatWait() async throws {
    try await fill()
    #expect(try queue.remove(id(1))?.title == "b")
    #expect(try queue.remove(id(1)) == nil)
    #expect(titles == ["a", "c"] && queue.nowPlaying?.title == "a")
    #expect(fixture.player.player.isPlaying)
  }

  @Test func continuesAfterTheCurrentMessage() async throws {
    try await fill()
    #expect(try queue.remove(id(0))?.title == "a")
    #expect(titles == ["b", "c"] && queue.nowPlaying?.title == "b")
    await fixture.player.player.settled()
    #expect(fixture.player.player.isPlaying)
    for number in [1, 2] { _ = try queue.remove(id(number)) }
    #expect(titles.isEmpty && queue.nowPlaying == nil && queue.clipBytes == 0)
    await fixture.player.player.settled()
    #expect(!fixture.player.player.isPlaying)
  }

  @Test func removesPlayedMessages() async throws {
    try await fill()
    queue.next()
    _ = try queue.remove(id(0))
    #expect(titles == ["b", "c"] && queue.nowPlaying?.title == "b")
  }
}
