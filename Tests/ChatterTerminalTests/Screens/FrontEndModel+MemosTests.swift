import ChatterAudio
import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndModelMemosTests {
  private let memos = [
    Memo.fixture("Milk", at: 2_000_000), .fixture("", at: 1_000_000),
  ]

  private func model() -> FrontEndModel {
    var model = FrontEndModel.fixture(rows: 3)
    model.showMemos(memos)
    return model
  }

  @Test func opensMemosFromTheTimeline() {
    var model = FrontEndModel.fixture(rows: 3)
    #expect(model.press(.text("m")) == [.memo(.open)])
    model.showMemos([])
    #expect(!model.memoList.isShown)
    #expect(
      model.notice?.onScreen == "There is no memo yet. Record something and keep it: S")
  }

  @Test func playsAndPostsSelectedMemo() {
    var model = model()
    #expect(model.press(.enter) == [.memo(.play(memos[0].id))])
    _ = model.press(.down)
    #expect(model.press(.text("p")) == [] && model.notice?.key == "p")
    #expect(model.press(.text("p")) == [.memo(.post(memos[1].id))])
    #expect(model.selected == 0, "the timeline behind it does not move")
  }

  @Test func editsTitleUntilItIsSavedOrCancelled() {
    var model = model()
    for key in [Key.text("e"), .text("q"), .text("x")] { #expect(model.press(key) == []) }
    #expect(model.memoTitle?.text == "Milkqx")
    #expect(model.press(.enter) == [.memo(.rename(memos[0].id, title: "Milkqx"))])
    // The title stays open until it is saved, which may fail.
    #expect(model.memoTitle != nil)
    #expect(model.press(.escape) == [] && model.memoTitle == nil)
    #expect(model.memoList.isShown && model.memoList.items == memos)
  }

  @Test func asksBeforeDeletingMemo() {
    var model = model()
    #expect(model.press(.text("x")) == [])
    #expect(model.notice?.onScreen == "Milk would be lost; to delete it anyway: x")
    #expect(model.press(.down) == [] && model.press(.text("x")) == [], "that is another memo")
    #expect(model.notice?.text.hasPrefix("The memo of 1970-") == true)
    #expect(model.press(.text("x")) == [.memo(.delete(memos[1].id))])
    model.posting = FrontEndModel.Posting(text: "", memoID: memos[1].id)
    #expect(model.press(.text("x")) == [] && model.notice?.text == "Still posting: please wait.")
  }

  @Test(arguments: [Key.escape, .text("m"), .text("q"), .text("d")])
  func closesMemosAndTheirClip(key: Key) {
    var model = model()
    #expect(model.press(key) == [] && !model.memoList.isShown)
    model.showMemos(memos)
    model.player.hasClip = true
    model.listeningTo = TimelineRow(id: memos[0].id.text, author: "ann", message: "", time: "")
    _ = model.press(.down)
    #expect(model.press(key) == [.done])
  }

  @Test func keepsRecordingOnlyOnceItIsComplete() {
    var model = FrontEndModel.fixture(rows: 3)
    #expect(model.press(.text("S")) == [])
    #expect(model.notice?.onScreen == "There is no recording to keep. Record one: r")
    model.player.recIcon = .stopRecording
    #expect(model.press(.text("S")) == [] && model.notice?.text == "Stop the recording first")
    (model.player.recIcon, model.player.isFinishing) = (.record, true)
    #expect(model.press(.text("S")) == [])
    #expect(model.notice?.text == "The recording is being completed: please wait.")
    (model.player.isFinishing, model.player.hasClip) = (false, true)
    #expect(model.press(.text("S")) == [.memo(.save(title: ""))])
    model.posting = FrontEndModel.Posting(text: "", hasClip: true)
    #expect(model.press(.text("S")) == [])
    #expect(model.notice?.text == "The recording is being posted: please wait.")
    (model.posting, model.listeningTo) = (nil, model.rows[0])
    #expect(model.press(.text("S")) == [], "the clip of a chatt is not a recording")
  }

  @Test func protectsRecordingInThePlayer() {
    var model = model()
    model.player.hasClip = true
    #expect(model.press(.enter) == [])
    #expect(model.notice?.onScreen == "Keep your recording as a memo first: S")
    #expect(model.press(.text("S")) == [.memo(.save(title: ""))])
  }

  @Test func writesAndQuitsAsInTheTimeline() {
    var model = model()
    #expect(model.press(.text("c")) == [] && model.focus == .compose)
    _ = model.press(.text("x"))
    #expect(model.editor.text == "x" && model.memoList.isShown)
    _ = model.press(.escape)
    #expect(model.focus == .timeline && model.memoList.isShown)
    #expect(model.press(.text("+")) == [.setVolume(1)])
    for key in [Key.text("o"), .text("u"), .text("a"), .text("n")] {
      #expect(model.press(key) == [] && model.notice == nil, "\(key)")
    }
    #expect(model.opened == nil)
    model.editor.clear()
    #expect(model.press(.control("c")) == [.quit])
  }

  @Test func takesTextForAMemoAndRestoresItOnFailure() {
    var model = model()
    model.editor = LineEditor("text")
    model.beginPosting(memos[0].id)
    #expect(model.editor.isEmpty && model.isPosting && !model.isPostingClip)
    #expect(model.posting?.isOwn == false)
    model.takeBackPosting()
    #expect(model.editor.text == "text" && !model.isPosting)
  }
}
