import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndSessionListeningTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let session: FrontEndSession

  init() {
    session = FrontEndSession(source, fixture.player)
    session.takeOutcomes()
    let clip = SilentClip.bytes(lasting: .seconds(2))
    source.stored = [
      FakeSource.chatt(4, "bob", "4", audio: clip), FakeSource.chatt(3, "bob", "3"),
      FakeSource.chatt(2, "bob", "2", audio: clip), FakeSource.chatt(1, "bob", "1", audio: clip),
    ]
  }

  /// The message of the chatt that is playing.
  private var playing: String? {
    session.model.rows.first { $0.id == session.model.playingID }?.message
  }

  /// Plays the current clip to its end.
  private func hear() async {
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
  }

  /// Selects the oldest chatt, and plays from there on.
  private func playAll() async throws {
    try await session.eventually { session.model.rows.count == 4 }
    session.player.repeats = true
    _ = session.press(.end)
    _ = session.press(.text("a"))
    #expect(playing == "1" && !session.player.repeats)
  }

  @Test func playsAllClipsInOrderOfArrival() async throws {
    try await playAll()
    await hear()
    try await session.eventually { playing == "2" }
    await hear()
    try await session.eventually { playing == "4" }
    await hear()
    try await session.eventually { playing == nil }
    #expect(session.model.notice?.text == "All clips played." && session.model.queue == nil)
    #expect(session.model.selectedRow?.message == "1", "the selection has not moved")
  }

  @Test func continuesAfterNextPreviousAndPause() async throws {
    try await playAll()
    _ = session.press(.text("n"))
    #expect(playing == "2")
    _ = session.press(.text("N"))
    #expect(playing == "1")
    _ = session.press(.text(" "))
    session.tick()
    #expect(playing == nil && session.model.queue != nil)
    _ = session.press(.text(" "))
    await hear()
    try await session.eventually { playing == "2" }
  }

  @Test(arguments: [Key.text("s"), .text("d")])
  func endsWithStopAndDone(key: Key) async throws {
    try await playAll()
    _ = session.press(key)
    session.tick()
    #expect(playing == nil && session.model.queue == nil)
  }

  @Test func playsOneClipOnEnter() async throws {
    try await playAll()
    _ = session.press(.enter)
    await hear()
    try await session.eventually { playing == nil }
    #expect(session.model.listeningTo?.message == "1")
  }
}
