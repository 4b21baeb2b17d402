import ChatterAudio
import Testing

@testable import ChatterTerminal

struct FrontEndModelTests {
  private func model(_ change: (inout FrontEndModel) -> Void = { _ in }) -> FrontEndModel {
    var model = FrontEndModel.fixture(rows: 3)
    change(&model)
    return model
  }

  private func press(_ keys: Key..., on model: FrontEndModel) -> (FrontEndModel, [FrontEndAction]) {
    var model = model
    let actions = keys.flatMap { model.press($0) }
    return (model, actions)
  }

  @Test(
    arguments: [
      (Key.text("r"), FrontEndAction.record), (.text("g"), .refresh), (.text("q"), .quit),
      (.control("c"), .quit), (.control("z"), .suspend), (.control("l"), .redraw),
      (.text("l"), .setRepeats(true)), (.text("-"), .setVolume(0.9)), (.text(">"), .setRate(1.25)),
    ])
  func mapsTimelineKeysToActions(key: Key, action: FrontEndAction) {
    #expect(press(key, on: model()).1 == [action])
  }

  @Test(arguments: [Key.text(" "), .text("s"), .left, .right, .text("d"), .text("x")])
  func explainsDisabledButtonsInsteadOfActing(key: Key) {
    let (after, actions) = press(key, on: model())
    #expect(actions == [] && after.notice != nil)
  }

  @Test(arguments: [Key.text("q"), .control("c")])
  func asksBeforeQuittingWithUnsentWork(key: Key) {
    let recorded = model { $0.player.hasClip = true }
    let (asked, actions) = press(key, on: recorded)
    #expect(actions == [] && asked.notice?.text.contains("recording is not posted") == true)
    #expect(press(key, on: asked).1 == [.quit])
    #expect(press(.down, key, on: asked).1 == [], "another key cancels the request")
    let written = model { $0.editor = LineEditor("x") }
    #expect(press(key, on: written).1 == [])
    let posting = model { $0.posting = FrontEndModel.Posting(text: "x") }
    #expect(press(key, on: posting).1 == [])
  }

  @Test func allowsPlaybackControlsAndNoRecordingDuringPlayback() {
    let playing = model {
      $0.player.playIcon = .pause
      $0.player.playDisabled = false
      $0.player.playCtlDisabled = false
      $0.player.recDisabled = true
      $0.player.hasClip = true
    }
    #expect(
      press(.left, .right, .text("s"), .text(" "), on: playing).1 == [
        .rewind, .forward, .stop, .play,
      ])
    #expect(press(.text("r"), on: playing).1 == [])
    let listening = model { $0.player.recHidden = true }
    #expect(press(.text("r"), on: listening).0.notice?.text.contains("Close") == true)
  }

  @Test func playsSelectedClipUnlessSomethingPreventsIt() {
    #expect(press(.enter, on: model()).1 == [.listen(id: "2")])
    #expect(press(.down, .enter, on: model()).1 == [])
    let recorded = model { $0.player.hasClip = true }
    #expect(press(.enter, on: recorded).1 == [])
    let recording = model { $0.player.recIcon = .stopRecording }
    #expect(press(.enter, on: recording).1 == [])
    #expect(press(.enter, on: FrontEndModel(server: "h", username: "a")).1 == [])
  }

  @Test func keepsSelectionInsideTheList() {
    #expect(press(.up, on: model()).0.selected == 0)
    #expect(press(.down, .down, .down, .down, on: model()).0.selected == 2)
    #expect(press(.end, on: model()).0.selected == 2)
    #expect(press(.end, .home, on: model()).0.selected == 0)
    #expect(press(.pageDown, .pageUp, on: model()).0.selected == 0)
    #expect(press(.down, on: FrontEndModel(server: "h", username: "a")).0.selected == 0)
  }

  @Test func handlesComposeKeysAndPostsText() {
    var (after, actions) = press(.text("c"), .text("q"), .text("r"), on: model())
    #expect(after.focus == .compose && after.editor.text == "qr" && actions == [])
    actions = after.press(.enter)
    #expect(actions == [.post])
    #expect(press(.tab, .control("r"), on: model()).1 == [.record])
    #expect(press(.tab, .enter, on: model()).1 == [])
    #expect(press(.tab, .escape, on: model()).0.focus == .timeline)
    let posting = model { $0.posting = FrontEndModel.Posting(text: "x") }
    #expect(press(.tab, .text("x"), .enter, on: posting).1 == [])
    #expect(press(.tab, .text("x"), .enter, on: posting).0.notice != nil)
  }

  @Test func postsDiscardsOrKeepsRecording() {
    let recorded = model {
      $0.player.hasClip = true
      $0.player.playDisabled = false
    }
    #expect(press(.tab, .enter, on: recorded).1 == [.post])
    #expect(press(.text("x"), on: model()).1 == [])
    let (after, actions) = press(.text("d"), on: recorded)
    #expect(actions == [.done] && after.focus == .compose)
  }

  @Test(
    arguments: [
      (Key.text("r"), FrontEndAction.record, Key.text("x")),
      (.text("x"), .discard, .text("r")), (.control("r"), .record, .control("x")),
      (.control("x"), .discard, .control("r")),
    ])
  func asksOnceBeforeReplacingOrDiscardingRecording(
    key: Key, action: FrontEndAction, other: Key
  ) {
    let recorded = model {
      $0.player.hasClip = true
      if case .control = key { $0.focus = .compose }
    }
    let (asked, actions) = press(key, on: recorded)
    #expect(actions == [] && asked.notice?.text.contains("recording is not posted") == true)
    #expect(press(key, on: asked).1 == [action])
    #expect(press(other, on: asked).1 == [], "another key does not confirm")
    #expect(press(.down, key, on: asked).1 == [], "another key cancels the request")
    #expect(press(key, key, on: asked).1 == [action], "a request is confirmed once")
  }

  @Test func refusesTextOfOnlyWhiteSpace() {
    let (after, actions) = press(.tab, .text(" "), .text(" "), .enter, on: model())
    #expect(actions == [] && after.notice?.isError == true)
    let recorded = model { $0.player.hasClip = true }
    #expect(press(.tab, .text(" "), .enter, on: recorded).1 == [.post])
  }

  @Test func showsFailedPostUntilItsTextIsGone() {
    var failed = model { $0.editor = LineEditor("x") }
    failed.focus = .compose
    failed.beginPosting()
    failed.takeBackPosting()
    failed.failPost("connection refused")
    let report = failed.notice
    #expect(
      report?.text == "Not posted: connection refused; your text is kept, Enter tries again")
    #expect(press(.left, .tab, .down, on: failed).0.notice == report)
    let explained = press(.tab, .text(" "), on: failed).0
    #expect(explained.notice != report && press(.tab, on: explained).0.notice == report)
    let edited = press(.text("y"), .backspace, on: failed).0
    #expect(edited.notice == report)
    #expect(press(.backspace, on: edited).0.notice == nil)
    var again = failed
    again.beginPosting()
    #expect(again.notice == nil && again.failedPost == nil)
  }

  @Test func keepsNoReportOfFailedPostWithoutItsText() {
    var failed = model()
    failed.failPost("connection refused")
    #expect(failed.notice?.text == "Not posted: connection refused")
    #expect(press(.down, on: failed).0.notice == nil)
  }

  @Test func stopKeyEndsRecording() {
    let recording = model { $0.player.recIcon = .stopRecording }
    #expect(press(.text("s"), on: recording).1 == [.stop])
    #expect(press(.left, on: recording).0.notice?.text == "Stop the recording first")
  }

  @Test func closesHelpOnAnyKey() {
    let (after, actions) = press(.text("?"), .text("r"), on: model())
    #expect(!after.showsHelp && actions == [])
    #expect(press(.text("?"), .control("c"), on: model()).1 == [.quit])
  }

  @Test(arguments: [0, 1])
  func keepsSelectedChattWhenAnotherArrives(selected: Int) {
    var chosen = model { $0.selected = selected }
    let id = chosen.selectedRow?.id
    chosen.show(FrontEndModel.rows(4))
    #expect(chosen.selected == selected + 1 && chosen.selectedRow?.id == id)
  }

  @Test func selectsOwnChattAfterItIsPosted() {
    var posted = model { $0.editor = LineEditor("x") }
    posted.beginPosting()
    posted.show(FrontEndModel.rows(4))
    #expect(posted.selected == 1)
    posted.endPosting()
    #expect(posted.selected == 0)
  }
}
