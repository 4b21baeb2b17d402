import Testing

@testable import ChatterTerminal

struct ScreenTests {
  @Test func putsTextAndCutsItAtTheEdge() {
    var screen = Screen(width: 6, height: 2)
    let place0 = screen.put("abc", row: 0, column: 1)
    #expect(place0 == 4)
    let place1 = screen.put("longer text", row: 1, column: 2)
    #expect(place1 == 6)
    #expect(screen.text == " abc\n  long")
    let place2 = screen.put("x", row: 7, column: 0)
    #expect(place2 == 0)
    let place3 = screen.put("xyz", row: 0, column: 4, columnsMax: 1)
    #expect(place3 == 5)
    #expect(screen.text(row: 0) == " abcx")
  }

  @Test func putsWideCharactersIntoTwoCells() {
    var screen = Screen(width: 4, height: 1)
    let place4 = screen.put("日本語", row: 0, column: 0)
    #expect(place4 == 4)
    #expect(screen.text == "日本")
    var odd = Screen(width: 3, height: 1)
    let place5 = odd.put("日本", row: 0, column: 0)
    #expect(place5 == 2)
    #expect(odd.text == "日")
  }

  @Test func blanksOtherHalfOfOverwrittenWideCharacter() {
    var screen = Screen(width: 4, height: 1)
    screen.put("日本", row: 0, column: 0)
    screen.put("x", row: 0, column: 1)
    #expect(screen.text == " x本")
    screen.put("y", row: 0, column: 2)
    #expect(screen.text == " xy")
  }

  @Test func keepsCombiningMarksAndReplacesControls() {
    var screen = Screen(width: 8, height: 1)
    screen.put("e\u{301}\u{1B}[1m", row: 0, column: 0)
    #expect(screen[0, 0].text == "e\u{301}")
    #expect(screen[0, 1].text == "\u{FFFD}")
    #expect(!screen.text.contains("\u{1B}"))
  }

  @Test func limitsCombiningMarksPerCell() {
    var screen = Screen(width: 8, height: 1)
    screen.put("e" + String(repeating: "\u{301}", count: 5000) + "x", row: 0, column: 0)
    #expect(screen[0, 0].text.unicodeScalars.count == Screen.Cell.scalarsMax)
    #expect(screen[0, 1].text == "x")
    screen.put(String(repeating: "\u{301}", count: 5000), row: 0, column: 1)
    #expect(screen[0, 0].text.unicodeScalars.count <= Screen.Cell.scalarsMax)
    let end = screen.put("क्षा", row: 0, column: 2)
    #expect(end == 5 && screen[0, 4].text == "ा")
  }

  @Test func clampsSizes() {
    #expect(Screen(width: 0, height: -3).cells.count == 1)
    #expect(Screen(width: 1 << 40, height: 1).width == Screen.sideMax)
  }
}
