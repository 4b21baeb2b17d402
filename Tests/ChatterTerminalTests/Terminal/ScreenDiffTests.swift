import TestSupport
import Testing

@testable import ChatterTerminal

struct ScreenDiffTests {
  private static let capabilities = TerminalCapabilities(colors: .sixteen, isUnicode: true)

  private func random(_ random: inout SeededGenerator) -> Screen {
    var screen = Screen(width: 12, height: 4)
    let words = ["abc", "日本", "é", "e\u{301}x", "🎤", "  ", "─█", "z", "👩‍👩‍👧!", "कि", "का"]
    for _ in 0..<8 {
      let style = Style(
        color: [.normal, .red, .blue].randomElement(using: &random) ?? .normal,
        isBold: Bool.random(using: &random), isAlternate: Bool.random(using: &random))
      screen.put(
        words.randomElement(using: &random) ?? "", row: .random(in: 0..<4, using: &random),
        column: .random(in: 0..<12, using: &random), style: style)
    }
    if Bool.random(using: &random) { screen.cursor = (2, 3) }
    return screen
  }

  @Test(.needs(.time), arguments: 1...50)
  func turnsAnyScreenIntoTheNewOne(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    var terminal = VirtualTerminal(width: 12, height: 4)
    var shown: Screen?
    for _ in 0..<20 {
      let next = random(&generator)
      terminal.write(ScreenDiff.output(from: shown, to: next, capabilities: Self.capabilities))
      for row in 0..<4 {
        for column in 0..<12 where !next[row, column].text.isEmpty {
          // The terminal may split a cluster into several cells; its first scalar must be in place.
          let (seen, wanted) = (terminal.cells[row][column].text, next[row, column].text)
          #expect(seen.unicodeScalars.first == wanted.unicodeScalars.first)
          let rendition = terminal.cells[row][column].rendition
          #expect(rendition == Self.capabilities.rendition(next[row, column].style))
        }
      }
      #expect(terminal.isCursorShown == (next.cursor != nil))
      if let cursor = next.cursor { #expect(terminal.cursor == cursor) }
      shown = next
    }
    #expect(terminal.unknown == [])
  }

  @Test func writesOnlyASCIIWithoutUTF8() {
    var screen = Screen(width: 20, height: 1)
    // In ISO 8859 the second byte of Û is CSI, and would begin a control sequence.
    screen.put("Û2J 日 e\u{301} 👩‍👩‍👧!", row: 0, column: 0)
    let capabilities = TerminalCapabilities(colors: .none, isUnicode: false)
    let bytes = ScreenDiff.output(from: nil, to: screen, capabilities: capabilities)
    #expect(bytes.allSatisfy { $0 < 0x80 })
    var terminal = VirtualTerminal(width: 20, height: 1)
    terminal.write(bytes)
    #expect(terminal.text == "?2J ?? e ??!")
  }

  @Test func writesOnlyChangedCells() {
    var one = Screen(width: 80, height: 24)
    one.put("hello", row: 3, column: 3)
    #expect(ScreenDiff.output(from: one, to: one, capabilities: Self.capabilities) == [])
    var other = one
    other.put("j", row: 3, column: 3)
    let bytes = ScreenDiff.output(from: one, to: other, capabilities: Self.capabilities)
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[?25l\u{1B}[4;4H\u{1B}[0mj\u{1B}[0m")
  }

  @Test func redrawsAllAfterResize() {
    let old = Screen(width: 80, height: 24)
    let bytes = ScreenDiff.output(
      from: old, to: Screen(width: 40, height: 12), capabilities: Self.capabilities)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\u{1B}[2J"))
  }
}
