import Testing

@testable import ChatterTerminal

struct FrontEndLayoutTests {
  @Test func usesExactlyTheRowsOfTheTerminal() {
    for height in 1...40 {
      for composeRows in 0...5 {
        for footRows in 1...6 {
          let layout = FrontEndLayout(
            height: height, composeRows: composeRows, footRows: footRows)
          #expect(layout.footRow + layout.foot == height)
          #expect(layout.player >= 1, "the clock stays")
          #expect(layout.compose <= FrontEndLayout.composeRowsMax)
          #expect(layout.foot <= FrontEndLayout.footRowsMax)
        }
      }
    }
  }

  @Test(
    arguments: [
      (1, [0, 0, 1, 0, 0, 0]), (3, [0, 0, 1, 0, 1, 1]), (6, [0, 3, 1, 0, 1, 1]),
      (8, [1, 3, 2, 0, 1, 1]), (10, [1, 3, 3, 1, 1, 1]), (24, [1, 17, 3, 1, 1, 1]),
    ])
  func dropsTheLeastImportantPartsFirst(height: Int, rows: [Int]) {
    let layout = FrontEndLayout(height: height, composeRows: 1, footRows: 1)
    #expect(
      [
        layout.title, layout.body, layout.player, layout.composeRule, layout.compose, layout.foot,
      ] == rows)
  }

  @Test func keepsThreeRowsOfTheTimelineBesideALongNotice() {
    #expect(FrontEndLayout(height: 10, composeRows: 1, footRows: 9).foot == 4)
    #expect(FrontEndLayout(height: 10, composeRows: 1, footRows: 9).body == 3)
    #expect(FrontEndLayout(height: 7, composeRows: 1, footRows: 9).foot == 4)
  }
}
