import Chatter
import ChatterAudio
import ChatterClient
import SilentAudio
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndSessionMemosTests {
  private let source = FakeSource()
  private let fixture = SilentFixture()
  private let home: TemporaryDirectory
  private let store: MemoStore
  private let console = RecordingConsole()

  init() throws {
    home = try TemporaryDirectory()
    store = MemoStore(directory: home.path(of: "memos"))
  }

  private func session(isPlain: Bool = false) -> FrontEndSession {
    let session = FrontEndSession(source, fixture.player, isPlain: isPlain)
    session.memos = store
    return session
  }

  /// Returns a session whose outcomes are processed, as a user interface does.
  private func running() -> FrontEndSession {
    let session = session()
    session.takeOutcomes()
    return session
  }

  @discardableResult
  private func save(_ title: String, at seconds: Int64) throws -> Memo {
    try store.save(
      SilentClip.bytes(lasting: .seconds(5)), title: title,
      at: Timestamp(clamping: seconds * 1_000_000))
  }

  /// Records two seconds, and waits until the clip is complete.
  private func record(_ session: FrontEndSession) async {
    _ = session.press(.text("r"))
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
    _ = session.press(.text("r"))
    await fixture.player.settled()
    session.pollPlayer()
  }

  @Test func keepsRecordingAsAMemo() async throws {
    let session = session()
    await record(session)
    #expect(session.model.hasRecording)
    _ = session.press(.text("S"))
    #expect(session.model.notice?.onScreen == "Recording kept as a memo. See all memos: m")
    #expect(!session.model.hasRecording && session.model.unsent == nil)
    let memo = try #require(store.list().first)
    #expect(memo.title == "" && memo.duration == .seconds(2))
    _ = session.press(.text("S"))
    #expect(try store.list() == [memo], "it is not saved twice")
    _ = session.press(.text("m"))
    #expect(session.model.memoList.isShown && session.model.memoList.items == [memo])
  }

  @Test func keepsRecordingInThePlayerIfItCannotBeSaved() async throws {
    // A file where the directory of memos must be.
    try home.write("x", to: "memos")
    let session = session()
    await record(session)
    _ = session.press(.text("S"))
    #expect(session.model.notice?.isError == true)
    #expect(session.model.notice?.text.hasSuffix("; it is still in the recorder") == true)
    #expect(session.model.hasRecording)
    session.memos = nil
    _ = session.press(.text("S"))
    #expect(session.model.notice?.text.contains("set HOME") == true && session.model.hasRecording)
  }

  @Test func playsMemoWithoutMakingItTheNextRecording() throws {
    let memo = try save("Milk", at: 1)
    let session = session()
    _ = session.press(.text("m"))
    _ = session.press(.enter)
    #expect(session.model.player.isPlaying && session.model.listeningTo?.id == memo.id.text)
    #expect(!session.model.hasRecording)
    _ = session.press(.text(" "))
    #expect(!session.model.player.isPlaying, "the same key pauses it")
    _ = session.press(.escape)
    #expect(session.model.listeningTo == nil && !session.model.player.hasClip)
    #expect(try store.list() == [memo])
  }

  @Test func postsMemoWithTheWrittenTextAndKeepsIt() async throws {
    let memo = try save("Milk", at: 1)
    let session = running()
    session.model.editor = LineEditor("hello")
    _ = session.press(.text("m"))
    source.postError = .network(.refused)
    for _ in 1...2 { _ = session.press(.text("p")) }
    try await eventually { !session.model.isPosting }
    #expect(session.model.notice?.text.hasSuffix("; it is kept") == true)
    #expect(session.model.editor.text == "hello")
    #expect(session.failedPosts.mostSevere == nil, "nothing is lost")
    source.postError = nil
    for _ in 1...2 { _ = session.press(.text("p")) }
    try await eventually { !session.model.isPosting }
    #expect(source.posted.first?.message == "hello")
    #expect(try source.posted.first?.audio?.bytes == store.load(memo.id))
    #expect(session.model.notice?.text == "Posted. The memo is kept.")
    #expect(try store.list() == [memo] && session.model.editor.isEmpty)
  }

  @Test func renamesMemoOrKeepsTheTitleOpen() throws {
    try save("Milk", at: 1)
    let session = session()
    for key in [Key.text("m"), .text("e"), .paste(String(repeating: "a", count: 300)), .enter] {
      _ = session.press(key)
    }
    #expect(session.model.notice?.text.contains("longer than") == true)
    #expect(session.model.memoTitle != nil)
    for key in [Key.control("u"), .paste("Bread\n"), .enter] { _ = session.press(key) }
    #expect(session.model.memoTitle == nil)
    #expect(session.model.memoList.items.map(\.title) == ["Bread"])
    #expect(try store.list().map(\.title) == ["Bread"])
  }

  @Test func deletesMemoAndItsClipAfterConfirmation() throws {
    let memo = try save("Milk", at: 1)
    let session = session()
    for key in [Key.text("m"), .enter, .text("x")] { _ = session.press(key) }
    #expect(try store.list() == [memo])
    _ = session.press(.text("x"))
    #expect(try store.list().isEmpty && session.model.listeningTo == nil)
    #expect(session.model.notice?.text == "Deleted." && !session.model.memoList.isShown)
  }

  @Test func dropsMemoThatAnotherProgramHasDeleted() throws {
    let (gone, other) = (try save("Milk", at: 2), try save("Bread", at: 1))
    let session = session()
    _ = session.press(.text("m"))
    try store.delete(gone.id)
    _ = session.press(.enter)
    #expect(session.model.notice?.text == "Cannot play the memo: the memo has been deleted")
    #expect(session.model.memoList.items == [other])
  }

  @Test func usesMemosInLines() async throws {
    try save("Milk", at: 2)
    try save("", at: 1)
    let lines = """
      memo delete 3
      memo
      memo rename 2 Brown bread
      memo delete 1
      memo delete 1
      memo post 2
      memo save never
      memo

      """
    let frontEnd = PlainFrontEnd(
      session(isPlain: true), input: .input([lines]), console: console, isTyped: false)
    #expect(await frontEnd.run() == FrontEndEnding())
    for line in [
      "There is no memo 3: type memo.", "Renamed.", "Deleted.", "Posted. The memo is kept.",
      "Milk would be lost; to delete it anyway: type the same command again.",
      "There is no recording to keep. Record one: type record.",
    ] {
      #expect(console.output.contains(line + "\n"), "\(line)")
    }
    let rows = console.output.split(separator: "\n").filter { $0.contains("  00:05  ") }
    #expect(rows.map { $0.split(separator: "  ").last } == ["Milk", "Untitled", "Brown bread"])
    #expect(rows.map(\.first) == ["1", "2", "1"])
    #expect(try store.list().map(\.title) == ["Brown bread"])
    #expect(source.posted.count == 1 && source.posted.first?.audio != nil)
  }

  @Test func keepsRecordingInLines() async throws {
    let (input, typing) = AsyncStream<TerminalEvent>.makeStream()
    let session = session(isPlain: true)
    let frontEnd = PlainFrontEnd(session, input: input, console: console)
    let running = Task { await frontEnd.run() }
    func type(_ text: String, until line: String) async throws {
      typing.yield(.bytes(Array(text.utf8)))
      try await eventually { console.output.contains(line) }
    }
    try await type("record\n", until: "Recording. Type record to stop.")
    await fixture.player.settled()
    fixture.engine.clock.advance(by: .seconds(2))
    // The second command waits until the recording is complete.
    try await type("record\nmemo save Milk and bread\n", until: "Recording kept as a memo.")
    typing.yield(.bytes(Array("quit\n".utf8)))
    #expect(await running.value == FrontEndEnding())
    #expect(try store.list().map(\.title) == ["Milk and bread"])
  }
}
