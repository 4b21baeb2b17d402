import Chatter
import ChatterAudio
import ChatterClient
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor @Suite struct FrontEndSessionTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let session: FrontEndSession

  init() {
    session = FrontEndSession(
      FrontEndOptions(
        pollInterval: .seconds(60), isPlain: false, color: .never, sound: SoundChoice(),
        place: ServerPlace(url: "https://h"), username: "ann"),
      source: source, player: fixture.player)
    // As a user interface does; a second reader would end the stream.
    let outcomes = session.outcomes
    Task { [weak session] in
      for await outcome in outcomes { session?.take(outcome) }
    }
  }

  private func until(_ condition: @MainActor () -> Bool) async -> Bool {
    await SilentFixture.until {
      session.tick()
      return condition()
    }
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

  @Test func postsRecordingOnceItIsComplete() async {
    await record()
    #expect(session.model.player.isFinishing && !session.model.player.hasClip)
    press(.tab)
    type("x")
    press(.enter)
    #expect(session.model.isPosting && source.posted.isEmpty)
    #expect(await until { !session.model.isPosting })
    #expect(source.posted.first?.message == "x" && source.posted.first?.audio != nil)
    #expect(!session.model.hasRecording, "the player is empty")
  }

  @Test func delaysPlaybackUntilRecordingIsComplete() async {
    source.stored = [FakeSource.chatt(1, "bob", "x", audio: [1])]
    #expect(await until { session.model.hasRetrieved })
    await record()
    press(.enter)
    #expect(session.model.notice?.onScreen == "Post your recording first, or discard it: x")
    press(.text("r"))
    #expect(session.model.notice?.text == "The recording is being completed: please wait.")
    press(.text(" "))
    #expect(session.model.notice == nil)
    #expect(await until { session.model.player.isPlaying })
    #expect(session.model.listeningTo == nil && session.model.hasRecording)
  }

  @Test func keepsTextWrittenDuringAPost() async {
    source.holdsPosts = true
    press(.tab)
    type("one")
    press(.enter)
    #expect(session.model.isPosting && session.model.editor.isEmpty)
    type("two")
    press(.enter)
    #expect(session.model.notice?.text == "Still posting: please wait.")
    source.holdsPosts = false
    #expect(await until { !session.model.isPosting })
    #expect(session.model.editor.text == "two")

    source.postError = .status(422, "no")
    press(.enter)
    type("three")
    #expect(await until { !session.model.isPosting })
    #expect(session.model.editor.text == "two\nthree")
    #expect(session.model.notice?.isError == true)
    #expect(session.failedPosts.mostSevere?.exitCode != nil)
  }

  @Test func protectsClipDuringPostAndRestoresItOnFailure() async {
    await record()
    await fixture.player.settled()
    source.holdsPosts = true
    press(.tab, .enter, .escape)
    #expect(await until { source.isPostInProgress })
    for key in [Key.text("r"), .text("x"), .text("d")] {
      press(key)
      #expect(session.model.notice?.text == "The recording is being posted: please wait.", "\(key)")
    }
    source.postError = .network(.refused)
    source.holdsPosts = false
    #expect(await until { !session.model.isPosting })
    #expect(session.model.hasRecording && session.model.player.hasClip)
  }

  @Test func keepsSelectionMadeDuringAPost() async {
    source.stored = (1...5).map { FakeSource.chatt(6 - $0, "bob", "x\($0)") }
    #expect(await until { session.model.hasRetrieved })
    source.holdsPosts = true
    press(.tab)
    type("one")
    press(.enter, .down, .down)
    let chosen = session.model.selectedRow?.id
    source.holdsPosts = false
    #expect(await until { !session.model.isPosting })
    #expect(session.model.selectedRow?.id == chosen && session.model.rows.count == 6)
  }

  @Test func distinguishesMissingListFromEmptyList() async {
    source.error = .network(.refused)
    #expect(await until { session.model.listError != nil })
    #expect(!session.model.hasRetrieved && session.model.notice == nil)
    // The post is stored, and the list after it fails.
    (source.error, source.listError) = (nil, .network(.timedOut))
    press(.tab)
    type("x")
    press(.enter)
    #expect(await until { !session.model.isPosting })
    #expect(source.posted.count == 1 && session.model.notice?.text == "Posted.")
    #expect(!session.model.hasRetrieved && session.model.listError?.isEmpty == false)
  }

  @Test func clearsOnlyListErrorWhenListArrives() async {
    source.error = .network(.refused)
    #expect(await until { session.model.listError != nil })
    press(.tab)
    type("x")
    press(.enter)
    #expect(await until { !session.model.isPosting })
    let error = session.model.notice
    #expect(error?.isError == true)
    source.error = nil
    session.refresh()
    #expect(await until { session.model.hasRetrieved })
    #expect(session.model.listError == nil && session.model.notice == error)
  }

  @Test func showsListWithoutClipsAndItsErrorUntilClipsArrive() async {
    source.stored = [FakeSource.chatt(1, "ann", "a")]
    source.tooLarge = .tooLarge(bytesMax: 256 << 20)
    #expect(await until { session.model.rows.count == 1 })
    #expect(session.model.listError?.contains("256 MiB") == true)
    press(.text("c"))
    type("b")
    press(.enter)
    #expect(await until { !session.model.isPosting && session.model.rows.count == 2 })
    #expect(session.model.listError?.contains("256 MiB") == true)
    source.tooLarge = nil
    press(.tab, .text("g"))
    #expect(await until { session.model.listError == nil })
  }

  @Test func keepsProgressOfPostWhenListArrives() async {
    source.holdsPosts = true
    press(.tab)
    type("x")
    press(.enter)
    // Progress is shown after a second.
    #expect(
      await until {
        session.take(.transfer(TransferProgress(done: 1, total: 4), .post))
        return session.model.transfer?.fraction == 0.25
      })
    session.take(.retrieved(.failure(.network(.refused))))
    #expect(session.model.transfer?.fraction == 0.25)
    session.take(.transfer(TransferProgress(done: 3, total: 4), .list))
    #expect(session.model.transfer?.fraction == 0.25)
    session.take(.transfer(TransferProgress(done: 7_600_000, total: 0), .post))
    #expect(session.model.transfer?.text == "7.6 MB", "also without a total")
    source.holdsPosts = false
    #expect(await until { !session.model.isPosting })
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

  @Test func completesRunningRecordingAtTheEnd() async {
    press(.text("r"))
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
    let unsent = await session.end()
    #expect(unsent.clip?.isEmpty == false && unsent.text == "")
  }
}
