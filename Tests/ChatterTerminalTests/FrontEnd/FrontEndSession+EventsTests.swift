import Chatter
import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndSessionEventsTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()

  /// Returns a session that follows the source, and has its list.
  private func begin(isPlain: Bool = false) async throws -> FrontEndSession {
    let session = FrontEndSession(source, fixture.player, isPlain: isPlain)
    session.takeOutcomes()
    session.follow()
    try await session.eventually { session.model.hasRetrieved && source.isFollowed }
    return session
  }

  private func messages(_ session: FrontEndSession) -> [String] {
    session.model.rows.map(\.message)
  }

  @Test func showsEventsWithoutAnotherList() async throws {
    source.stored = [FakeSource.chatt(1, "bob", "1")]
    let session = try await begin()
    source.isLive = true
    source.send(.added(FakeSource.chatt(2, "bob", "2")))
    try await session.eventually { messages(session) == ["2", "1"] }
    source.send(.deleted(FakeSource.chatt(1, "bob", "1")))
    try await session.eventually { messages(session) == ["2"] }
    #expect(source.retrievalCount == 1)
    await session.drop()
  }

  @Test func loadsOlderPagesNearTheEnd() async throws {
    source.stored = (10..<40).reversed().map { FakeSource.chatt($0, "bob", "\($0)") }
    let session = try await begin()
    source.olderPages = [[FakeSource.chatt(9, "bob", "9")], [FakeSource.chatt(8, "bob", "8")]]
    for _ in 0..<10 { session.tick() }
    #expect(source.olderPages.count == 2)
    _ = session.press(.end)
    try await session.eventually { messages(session).suffix(3) == ["10", "9", "8"] }
    #expect(session.model.selectedRow?.message == "10")
    await session.drop()
  }

  @Test func loadsAllPagesForLines() async throws {
    source.stored = [FakeSource.chatt(2, "bob", "2")]
    source.olderPages = [[FakeSource.chatt(1, "bob", "1")]]
    let session = try await begin(isPlain: true)
    try await session.eventually { session.hasAllPages && messages(session) == ["2", "1"] }
    await session.drop()
  }

  @Test func playsAClipAfterGettingIt() async throws {
    source.stored = [FakeSource.linked(1, "bob")]
    source.clips = ["/v1/audio/1.m4a": SilentClip.bytes(lasting: .seconds(2))]
    let session = try await begin()
    for _ in 0..<2 {
      _ = session.press(.enter)
      try await session.eventually { session.model.playingID != nil }
      _ = session.press(.text("d"))
    }
    #expect(source.clipRequests.count == 1, "it is cached")
    await session.drop()
  }

  @Test func explainsAClipThatIsGone() async throws {
    source.stored = [FakeSource.linked(1, "bob")]
    let session = try await begin()
    _ = session.press(.enter)
    try await session.eventually { session.model.notice?.isError == true }
    #expect(session.model.notice?.text.hasPrefix("Cannot get the clip") == true)
    #expect(session.model.playingID == nil && session.awaitedClip == nil)
    await session.drop()
  }

  @Test func playsAllClipsOfURLs() async throws {
    source.stored = [FakeSource.linked(2, "bob"), FakeSource.linked(1, "bob")]
    let clip = SilentClip.bytes(lasting: .seconds(2))
    source.clips = ["/v1/audio/1.m4a": clip, "/v1/audio/2.m4a": clip]
    let session = try await begin()
    _ = session.press(.end)
    _ = session.press(.text("a"))
    for row in ["1", "2"] {
      try await session.eventually {
        session.model.playingID != nil && session.model.listeningTo?.message == row
      }
      await fixture.player.settled()
      fixture.engine.clock.advance(by: .seconds(2))
    }
    try await session.eventually { session.model.queue == nil }
    await session.drop()
  }

  @Test func closesTheClipOfADeletedChatt() async throws {
    let clip = SilentClip.bytes(lasting: .seconds(2))
    source.stored = [FakeSource.chatt(1, "bob", "1", audio: clip)]
    let session = try await begin()
    _ = session.press(.enter)
    try await session.eventually { session.model.playingID != nil }
    source.send(.deleted(source.stored[0]))
    try await session.eventually { session.model.listeningTo == nil && session.model.rows.isEmpty }
    #expect(!session.model.player.isPlaying)
    #expect(session.model.notice?.text.contains("deleted") == true)
    await session.drop()
  }

  @Test func deletesAnOwnChatt() async throws {
    source.stored = [FakeSource.chatt(2, "ann", "2"), FakeSource.chatt(1, "bob", "1")]
    source.own = Set([source.stored[0].id].compactMap(\.self))
    let session = try await begin()
    #expect(session.model.ownIDs.count == 1)
    for _ in 0..<2 { _ = session.press(.text("D")) }
    try await session.eventually { messages(session) == ["1"] }
    try await session.eventually { session.model.notice?.text == "Deleted for everyone." }
    _ = session.press(.text("D"))
    #expect(session.model.notice?.text == FrontEndModel.notOwnText)
    await session.drop()
  }

  @Test func reportsAFailedDeletion() async throws {
    source.stored = [FakeSource.chatt(2, "ann", "2")]
    source.own = Set([source.stored[0].id].compactMap(\.self))
    source.deleteError = .network(.refused)
    let session = try await begin()
    for _ in 0..<2 { _ = session.press(.text("D")) }
    try await session.eventually { session.model.notice?.text.hasPrefix("Not deleted:") == true }
    #expect(messages(session) == ["2"])
    await session.drop()
  }
}
