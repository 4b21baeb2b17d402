import Chatter
import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndSessionTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let session: FrontEndSession

  init() {
    session = FrontEndSession(source, fixture.player)
    session.takeOutcomes()
  }

  private func press(_ keys: Key...) { for key in keys { _ = session.press(key) } }

  private func type(_ text: String) {
    for scalar in text.unicodeScalars { _ = session.press(.text(scalar)) }
  }

  /// Records two seconds, and taps to stop: the clip is not complete yet.
  private func record() async {
    press(.text("r"))
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
    press(.text("r"))
  }

  @Test func postsRecordingOnceItIsComplete() async throws {
    await record()
    #expect(session.model.player.isFinishing && !session.model.player.hasClip)
    press(.tab)
    type("x")
    press(.enter)
    #expect(session.model.isPosting && source.posted.isEmpty)
    try await session.eventually { !session.model.isPosting }
    #expect(source.posted.first?.message == "x" && source.posted.first?.audio != nil)
    #expect(!session.model.hasRecording, "the player is empty")
  }

  @Test func delaysPlaybackUntilRecordingIsComplete() async throws {
    source.stored = [FakeSource.chatt(1, "bob", "x", audio: [1])]
    try await session.eventually { session.model.hasRetrieved }
    await record()
    press(.enter)
    #expect(session.model.notice?.onScreen == "Post your recording first, or discard it: x")
    press(.text("r"))
    #expect(session.model.notice?.text == "The recording is being completed: please wait.")
    press(.text(" "))
    #expect(session.model.notice == nil)
    try await session.eventually { session.model.player.isPlaying }
    #expect(session.model.listeningTo == nil && session.model.hasRecording)
  }

  @Test func keepsTextWrittenDuringAPost() async throws {
    source.holdsPosts = true
    press(.tab)
    type("one")
    press(.enter)
    #expect(session.model.isPosting && session.model.editor.isEmpty)
    type("two")
    press(.enter)
    #expect(session.model.notice?.text == "Still posting: please wait.")
    source.holdsPosts = false
    try await session.eventually { !session.model.isPosting }
    #expect(session.model.editor.text == "two")

    source.postError = .status(422, "no")
    press(.enter)
    type("three")
    try await session.eventually { !session.model.isPosting }
    #expect(session.model.editor.text == "two\nthree")
    #expect(session.model.notice?.isError == true)
    #expect(session.failedPosts.mostSevere?.exitCode != nil)
  }

  @Test func protectsClipDuringPostAndRestoresItOnFailure() async throws {
    await record()
    await fixture.player.settled()
    source.holdsPosts = true
    press(.tab, .enter, .escape)
    try await session.eventually { source.isPostInProgress }
    for key in [Key.text("r"), .text("x"), .text("d")] {
      press(key)
      #expect(session.model.notice?.text == "The recording is being posted: please wait.", "\(key)")
    }
    source.postError = .network(.refused)
    source.holdsPosts = false
    try await session.eventually { !session.model.isPosting }
    #expect(session.model.hasRecording && session.model.player.hasClip)
  }

  @Test func keepsSelectionMadeDuringAPost() async throws {
    source.stored = (1...5).map { FakeSource.chatt(6 - $0, "bob", "x\($0)") }
    try await session.eventually { session.model.hasRetrieved }
    source.holdsPosts = true
    press(.tab)
    type("one")
    press(.enter, .down, .down)
    let chosen = session.model.selectedRow?.id
    source.holdsPosts = false
    try await session.eventually { !session.model.isPosting }
    #expect(session.model.selectedRow?.id == chosen && session.model.rows.count == 6)
  }

  @Test func distinguishesMissingListFromEmptyList() async throws {
    source.error = .network(.refused)
    try await session.eventually { session.model.listError != nil }
    #expect(!session.model.hasRetrieved && session.model.notice == nil)
    // The post is stored, and the list after it fails.
    (source.error, source.listError) = (nil, .network(.timedOut))
    press(.tab)
    type("x")
    press(.enter)
    try await session.eventually { !session.model.isPosting }
    #expect(source.posted.count == 1 && session.model.notice?.text == "Posted.")
    #expect(!session.model.hasRetrieved && session.model.listError?.isEmpty == false)
  }

  @Test func clearsOnlyListErrorWhenListArrives() async throws {
    source.error = .network(.refused)
    try await session.eventually { session.model.listError != nil }
    press(.tab)
    type("x")
    press(.enter)
    try await session.eventually { !session.model.isPosting }
    let error = session.model.notice
    #expect(error?.isError == true)
    source.error = nil
    session.refresh()
    try await session.eventually { session.model.hasRetrieved }
    #expect(session.model.listError == nil && session.model.notice == error)
  }

  @Test func keepsProgressOfPostWhenListArrives() async throws {
    source.holdsPosts = true
    press(.tab)
    type("x")
    press(.enter)
    // Progress is shown after a second.
    try await session.eventually {
      session.take(.transfer(TransferProgress(done: 1, total: 4), .post))
      return session.model.transfer?.fraction == 0.25
    }
    session.take(.retrieved(.network(.refused)))
    #expect(session.model.transfer?.fraction == 0.25)
    session.take(.transfer(TransferProgress(done: 3, total: 4), .list))
    #expect(session.model.transfer?.fraction == 0.25)
    session.take(.transfer(TransferProgress(done: 7_600_000, total: 0), .post))
    #expect(session.model.transfer?.text == "7.6 MB", "also without a total")
    source.holdsPosts = false
    try await session.eventually { !session.model.isPosting }
    #expect(session.model.transfer == nil)
    session.take(.transfer(TransferProgress(done: 4, total: 4), .post))
    #expect(session.model.transfer == nil, "late progress is ignored")
  }

  @Test func returnsUnsentTextAndIncompleteRecordingAtTheEnd() async {
    await record()
    press(.tab)
    type("hello")
    let unsent = await session.end()
    #expect(unsent.clip?.isEmpty == false && unsent.text == "hello")
  }

  @Test func showsListWithoutClipsAndItsErrorUntilClipsArrive() async throws {
    source.stored = [FakeSource.chatt(1, "ann", "a")]
    source.tooLarge = .tooLarge(bytesMax: 256 << 20)
    try await session.eventually { session.model.rows.count == 1 }
    #expect(session.model.listError?.contains("256 MiB") == true)
    press(.text("c"))
    type("b")
    press(.enter)
    try await session.eventually { !session.model.isPosting && session.model.rows.count == 2 }
    #expect(session.model.listError?.contains("256 MiB") == true)
    source.tooLarge = nil
    press(.tab, .text("g"))
    try await session.eventually { session.model.listError == nil }
  }
}
