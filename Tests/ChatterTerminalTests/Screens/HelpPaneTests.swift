import Testing

@testable import ChatterTerminal

struct HelpPaneTests {
  @Test func showsAllKeysInGroupsAndScrolls() {
    var model = FrontEndModel.fixture(rows: 3)
    _ = model.press(.text("?"))
    let text = model.text()
    for group in HelpPane.groups {
      #expect(text.contains("  \(group.title)"))
      for (key, words) in group.keys { #expect(text.contains(key) && text.contains(words)) }
    }
    #expect(!text.contains("message 2"))
    #expect(text.hasSuffix("Up Down scroll  any other key returns"))
    let glyphs = Glyphs(isUnicode: true)
    let small = TerminalSize(width: 40, height: 12)
    for _ in 0..<9 { _ = model.press(.pageDown) }
    model.scroll(size: small, glyphs: glyphs)
    let last = FrontEndScreen.draw(model, size: small, capabilities: .unicode).text
    #expect(last.contains("Ctrl-X") && !last.contains("Home End"))
    _ = model.press(.text("x"))
    #expect(model.helpTop == nil)
  }
}
