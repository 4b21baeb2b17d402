import Chatter
import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndSessionUnsentTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let directory: TemporaryDirectory
  private let clipPath: String
  private let textPath: String
  private let console = RecordingConsole()

  init() throws {
    directory = try TemporaryDirectory()
    clipPath = try directory.write(SilentClip.bytes(lasting: .seconds(5)), to: "unsent-1.m4a")
    textPath = try directory.write("draft", to: "unsent-2.txt")
  }

  private func session() -> FrontEndSession {
    let session = FrontEndSession(source, fixture.player)
    session.model.unsentList.items = [
      UnsentItem(clipPath: clipPath, textPath: nil), UnsentItem(clipPath: nil, textPath: textPath),
    ]
    session.model.unsentList.isShown = true
    session.takeOutcomes()
    return session
  }

  @Test func removesFilesOfItemOnlyAfterItIsPosted() async throws {
    let session = session()
    source.postError = .network(.refused)
    _ = session.press(.text("p"))
    try await eventually { !session.model.isPosting }
    #expect(session.model.notice?.isError == true)
    #expect(session.model.unsentList.items.count == 2 && Files.exists(clipPath))
    #expect(session.failedPosts.mostSevere == nil, "nothing is lost")
    source.postError = nil
    _ = session.press(.text("p"))
    try await eventually { !session.model.isPosting }
    #expect(source.posted.first?.audio != nil && source.posted.first?.message == nil)
    #expect(session.model.unsentList.items.map(\.id) == [textPath] && !Files.exists(clipPath))
    _ = session.press(.text("p"))
    try await eventually { !session.model.isPosting }
    #expect(source.posted.last?.message == "draft" && !Files.exists(textPath))
    #expect(!session.model.unsentList.isShown)
  }

  @Test func repeatsAPostInDoubtWithItsKey() async throws {
    let session = session()
    let key = PostKey(randomFor: .postAudio).text
    session.model.unsentList.items[0].key = key
    _ = session.press(.text("p"))
    try await eventually { !session.model.isPosting }
    #expect(source.key?.text == key && source.posted.count == 1)
  }

  @Test func playsItemWithoutMakingItTheNextRecording() {
    let session = session()
    _ = session.press(.enter)
    #expect(session.model.player.isPlaying && session.model.listeningTo?.id == clipPath)
    #expect(!session.model.hasRecording && Files.exists(clipPath))
    _ = session.press(.text(" "))
    #expect(!session.model.player.isPlaying, "the same key pauses it")
    _ = session.press(.escape)
    #expect(session.model.listeningTo == nil && Files.exists(clipPath))
  }

  @Test func deletesItemAndItsClipAfterConfirmation() {
    let session = session()
    _ = session.press(.enter)
    _ = session.press(.text("x"))
    #expect(Files.exists(clipPath))
    _ = session.press(.text("x"))
    #expect(!Files.exists(clipPath) && session.model.listeningTo == nil)
    #expect(session.model.unsentList.items.map(\.id) == [textPath])
  }

  @Test func dropsItemThatAnotherProgramHasPosted() {
    let session = session()
    Files.remove(clipPath)
    #expect(session.press(.text("p")) == [] && !session.model.isPosting)
    #expect(session.model.unsentList.items.map(\.id) == [textPath])
    #expect(session.model.notice?.text == "Another program has posted or deleted it.")
  }

  @Test func listsAndDeletesItemsInLines() async {
    let lines = "unsent\nunsent delete 2\nvolume\nunsent delete 2\nunsent delete 2\nunsent post 1\n"
    let session = FrontEndSession(source, fixture.player, isPlain: true)
    session.model.unsentList.items = [
      UnsentItem(clipPath: clipPath, textPath: nil), UnsentItem(clipPath: nil, textPath: textPath),
    ]
    let frontEnd = PlainFrontEnd(session, input: .input([lines]), console: console)
    #expect(await frontEnd.run() == FrontEndEnding())
    for line in [
      "2 unsent items of an earlier run: type unsent.", "1. Recording of 00:05", "2. Text: draft",
      "Text would be lost; to delete it anyway: type the same command again.", "Deleted.",
    ] {
      #expect(console.output.contains(line + "\n"), "\(line)")
    }
    #expect(console.output.split(separator: "\n").count { $0 == "Deleted." } == 1)
    #expect(!Files.exists(textPath) && !Files.exists(clipPath))
    #expect(source.posted.first?.audio != nil)
  }
}
