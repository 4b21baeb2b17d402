import ChatterAudio
import Testing

@testable import ChatterTerminal

struct FrontEndModelQueueTests {
  /// Returns the model with the chatts 5...0, of which those with even numbers have clips.
  private func model(selected: Int) -> FrontEndModel {
    var model = FrontEndModel.fixture(rows: 6)
    model.selected = selected
    return model
  }

  @Test func playsFromSelectedClipOrTheNextNewerOne() {
    var model = model(selected: 5)
    #expect(model.press(.text("a")) == [.playQueue(from: "0", .all)])
    model.selected = 4
    #expect(model.press(.text("a")) == [.playQueue(from: "2", .all)])
    model.selected = 0
    #expect(model.press(.text("a")) == [] && model.notice != nil)
    var empty = FrontEndModel(server: "h", username: "a")
    #expect(empty.press(.text("a")) == [] && empty.notice != nil)
  }

  @Test func choosesNeighboursOfClipInThePlayer() {
    var model = model(selected: 0)
    model.listeningTo = model.rows[3]
    #expect(model.press(.text("n")) == [.next(id: "4")])
    #expect(model.press(.text("N")) == [.previous(id: "0")])
    model.listeningTo = model.rows[1]
    #expect(model.press(.text("n")) == [] && model.notice?.text == "There is no newer clip.")
    model.listeningTo = model.rows[5]
    #expect(model.press(.text("N")) == [] && model.notice?.text == "There is no older clip.")
  }

  @Test func playsTheOldestClipThatWasNotHeard() {
    var model = model(selected: 5)
    #expect(model.press(.text("A")) == [])
    #expect(model.notice?.text == "There is nothing new to hear.")
    for place in [1, 3] { model.rows[place].isNew = true }
    #expect(model.press(.text("A")) == [.playQueue(from: "2", .unheard)])
    model.queue = .unheard
    #expect(model.queuedClip(after: "0")?.id == "2" && model.queuedClip(after: "2")?.id == "4")
    model.rows[1].isNew = false
    #expect(model.queuedClip(after: "2") == nil)
    var empty = FrontEndModel(server: "h", username: "a")
    #expect(empty.press(.text("A")) == [] && empty.notice != nil)
  }

  @Test(arguments: [Key.text("a"), .text("A"), .text("n"), .text("N")])
  func protectsRecordingInThePlayer(key: Key) {
    var model = model(selected: 3)
    model.player.hasClip = true
    model.rows[1].isNew = true
    #expect(model.press(key) == [])
    #expect(model.notice?.text == "Post your recording first, or discard it")
  }

  @Test func namesPlayingChatt() {
    var model = model(selected: 0)
    model.listeningTo = model.rows[1]
    #expect(model.playingID == nil)
    model.player.playIcon = .pause
    #expect(model.playingID == "4")
    model.listeningTo = nil
    #expect(model.playingID == nil, "a recording is not a chatt")
  }
}
