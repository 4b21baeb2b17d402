import Chatter
import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndSessionHeardTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let session: FrontEndSession
  private let directory: TemporaryDirectory
  private let clip = SilentClip.bytes(lasting: .seconds(10))

  init() throws {
    directory = try TemporaryDirectory()
    session = FrontEndSession(source, fixture.player)
    session.heard = heardFile()
    session.takeOutcomes()
    session.follow()
    source.stored = [
      FakeSource.linked(4, "bob"), FakeSource.chatt(3, "bob", "3"), FakeSource.linked(2, "bob"),
      FakeSource.linked(1, "bob"),
    ]
    source.clips = ["/v1/audio/1.m4a": clip, "/v1/audio/4.m4a": clip, "/v1/audio/5.m4a": clip]
  }

  private func heardFile() -> HeardFile {
    HeardFile(directory: directory.path(of: "chatter"), place: ServerPlace(url: "https://h"))
  }

  /// The messages of the clips that were not heard, newest first.
  private var new: [String] { session.model.rows.filter(\.isNew).map(\.message) }

  private var playing: String? {
    session.model.rows.first { $0.id == session.model.playingID }?.message
  }

  private func begin() async throws {
    try await session.eventually { new == ["4", "2", "1"] && source.isFollowed }
  }

  /// Moves on in the clip that is playing.
  private func advance(by time: Duration) async {
    await fixture.player.settled()
    fixture.engine.clock.advance(by: time)
  }

  @Test func countsAClipAsHeardNearItsEnd() async throws {
    try await begin()
    _ = session.press(.end)
    _ = session.press(.enter)
    try await session.eventually { playing == "1" }
    await advance(by: .seconds(8))
    try await session.eventually { session.model.player.currentTime == .seconds(8) }
    #expect(new == ["4", "2", "1"])
    await advance(by: .milliseconds(1500))
    try await session.eventually { new == ["4", "2"] }
    #expect(playing == "1")
    let later = heardFile()
    #expect(source.chatts.map { later.isNew($0, in: source) } == [true, false, true, false])
  }

  @Test(arguments: [Key.text("s"), .text("d")])
  func leavesAClipNewThatIsStopped(key: Key) async throws {
    try await begin()
    _ = session.press(.text("A"))
    try await session.eventually { playing == "1" }
    await advance(by: .seconds(2))
    _ = session.press(key)
    session.tick()
    #expect(playing == nil && new == ["4", "2", "1"])
  }

  @Test func playsWhatIsNewThroughArrivalsAndSkipsAClipThatIsGone() async throws {
    try await begin()
    _ = session.press(.text("A"))
    try await session.eventually { playing == "1" }
    await advance(by: .seconds(10))
    try await session.eventually { playing == "4" }
    #expect(session.model.notice?.text.hasPrefix("Skipped the clip of bob: ") == true)
    source.send(.added(FakeSource.linked(5, "cid")))
    try await session.eventually { session.model.rows.first?.message == "5" }
    await advance(by: .seconds(10))
    try await session.eventually { playing == "5" }
    await advance(by: .seconds(10))
    try await session.eventually { session.model.queue == nil }
    #expect(new == ["2"], "it was not heard")
  }

  @Test func skipsAClipThatCannotBeDecoded() async throws {
    source.clips["/v1/audio/2.m4a"] = clip
    try await begin()
    fixture.engine.failNext(.preparing, with: .undecodable("noise"))
    _ = session.press(.text("A"))
    try await session.eventually { playing == "2" }
    #expect(session.model.notice?.isError == true && new == ["4", "2", "1"])
  }

  @Test func noticesWhatAnotherProgramHasPlayed() async throws {
    try await begin()
    heardFile().mark(try #require(source.stored[3].id), at: try #require(source.stored[3].date))
    try await session.eventually { new == ["4", "2"] }
  }

  @Test func loadsOlderPagesThatMayHaveNewClips() async throws {
    heardFile().begin([FakeSource.linked(0, "bob")])
    source.stored = (30..<60).reversed().map { FakeSource.linked($0, "bob") }
    source.olderPages = [[FakeSource.linked(1, "bob")]]
    try await session.eventually { new.count == 31 }
  }
}
