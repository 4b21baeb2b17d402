import Testing

@testable import ChatterTerminal

@MainActor struct FrontEndModelUnsentTests {
  /// Returns the model with a recording, a text and a recording that cannot be read.
  private func model() -> FrontEndModel {
    var model = FrontEndModel.fixture(rows: 3)
    var clip = UnsentItem(clipPath: "/nowhere/1.m4a", textPath: nil)
    (clip.clip, clip.defect) = (.length(.seconds(5)), nil)
    var text = UnsentItem(clipPath: nil, textPath: "/nowhere/2.txt")
    (text.text, text.defect) = ("draft", nil)
    model.unsentList.items = [clip, text, UnsentItem(clipPath: "/nowhere/3.m4a", textPath: nil)]
    model.unsentList.isShown = true
    return model
  }

  @Test(
    arguments: [(Key.text("c"), []), (.text("r"), [.record]), (.text("g"), [.refresh])]
      as [(Key, [FrontEndAction])])
  func closesForKeysOfTheTimeline(key: Key, actions: [FrontEndAction]) {
    var model = model()
    #expect(model.press(key) == actions)
    #expect(!model.unsentList.isShown && model.unsentList.items.count == 3, "they are kept")
  }

  @Test func playsPostsAndDeletesSelectedItem() {
    var model = model()
    #expect(model.press(.enter) == [.playUnsent(id: "/nowhere/1.m4a")])
    #expect(model.press(.text("p")) == [.postUnsent(id: "/nowhere/1.m4a")])
    _ = model.press(.down)
    #expect(model.press(.text("p")) == [.postUnsent(id: "/nowhere/2.txt")])
    #expect(model.press(.enter) == [] && model.notice?.text == "This is a text. Post it")
  }

  @Test func asksBeforeDeletingItem() {
    var model = model()
    #expect(model.press(.text("x")) == [] && model.notice?.text.contains("would be lost") == true)
    #expect(model.press(.down) == [] && model.press(.text("x")) == [], "that is another item")
    #expect(model.press(.text("x")) == [.deleteUnsent(id: "/nowhere/2.txt")])
  }

  @Test func explainsItemThatCannotBeRead() {
    var model = model()
    _ = model.press(.end)
    #expect(model.unsentList.selectedItem?.line.contains("/nowhere/3.m4a") == true)
    #expect(model.press(.enter) == [] && model.notice?.text.hasPrefix("Cannot play it") == true)
    #expect(model.press(.text("p")) == [] && model.notice?.text.hasPrefix("Cannot post it") == true)
    _ = model.press(.text("x"))
    #expect(model.press(.text("x")) == [.deleteUnsent(id: "/nowhere/3.m4a")])
  }

  @Test(arguments: [Key.escape, .text("q"), .text("u")])
  func keepsItemsForLater(key: Key) {
    var model = model()
    #expect(model.press(key) == [] && !model.unsentList.isShown)
    #expect(model.unsentList.items.count == 3)
    #expect(model.notice?.onScreen == "3 unsent items kept. Decide later: u")
    #expect(model.press(.text("u")) == [] && model.unsentList.isShown)
  }

  @Test func protectsRecordingInThePlayer() {
    var model = model()
    model.player.hasClip = true
    #expect(model.press(.enter) == [])
    #expect(model.notice?.text == "Post your recording first, or discard it")
  }

  @Test func closesListAfterItsLastItem() {
    var model = model()
    _ = model.press(.end)
    for item in model.unsentList.items.reversed() {
      #expect(model.unsentList.isShown && model.unsentList.selectedItem == item)
      model.unsentList.remove(item.id)
    }
    #expect(!model.unsentList.isShown)
    #expect(model.press(.text("u")) == [] && model.notice?.text == "There is nothing unsent.")
  }
}
