import Chatter
import Testing

@testable import ChatterTerminal

struct TimelinePaneTests {
  private static let now = Timestamp("2025-01-02T12:30:00Z")!

  /// Returns chatts that were posted that many minutes ago, newest first.
  private func model(minutesAgo: [Int64]) -> FrontEndModel {
    var model = FrontEndModel(server: "localhost:8443", username: "ann")
    model.now = Self.now
    model.show(
      minutesAgo.enumerated().map { index, minutes in
        let date = Timestamp(
          clamping: Self.now.microsecondsSince1970 - minutes * 60_000_000)
        return TimelineRow(
          id: "\(index)", author: "ann", message: "message \(index)", time: LocalTime.text(date),
          date: date)
      })
    return model
  }

  private func rows(_ model: FrontEndModel, height: Int, width: Int = 50) -> [String] {
    var screen = Screen(width: width, height: height)
    TimelinePane(model: model, glyphs: Glyphs(isUnicode: true))
      .draw(on: &screen, from: 0, height: height)
    return (0..<height).map { screen.text(row: $0) }
  }

  @Test func separatesDaysAndTellsRecentTimesRelatively() {
    let rows = rows(model(minutesAgo: [0, 5, 1440, 10 * 1440]), height: 12)
    #expect(rows[0] == "── Today")
    #expect(rows[1].hasSuffix("now") && rows[3].hasSuffix(" 5 min ago"))
    #expect(rows[5] == "── Yesterday")
    #expect(rows[6].hasSuffix(LocalTime.clock(Self.now)))
    #expect(rows[8] == "── Monday, 23 December 2024")
    #expect(rows[10] == " ┊ message 3" || rows[10] == " │ message 3")
  }

  @Test func namesTheDayOfTheFirstVisibleChatt() {
    var model = model(minutesAgo: Array(repeating: 1440, count: 20))
    (model.top, model.selected) = (5, 5)
    #expect(rows(model, height: 9)[0] == "── Yesterday")
  }

  @Test func writesDatesInAPaneThatIsTooLowForDays() {
    let model = model(minutesAgo: [3, 90, 1440])
    let rows = rows(model, height: 7)
    #expect(rows[0].hasSuffix("3 min ago"))
    #expect(rows[4].hasSuffix(model.rows[2].time))
  }

  /// Every place in a list whose days have from one to three chatts.
  @Test(arguments: 0..<30)
  func showsTheSelectedChattCompletely(selected: Int) {
    var model = model(minutesAgo: (0..<30).map { Int64($0) * 700 })
    for top in [0, selected, 29] {
      for height in 3...12 {
        (model.selected, model.top) = (selected, top)
        model.top = TimelinePane(model: model, glyphs: Glyphs(isUnicode: true))
          .top(width: 50, height: height)
        let rows = rows(model, height: height)
        #expect(rows.contains { $0.hasPrefix("▸") }, "height \(height), top \(top)")
        #expect(rows.contains { $0.hasSuffix(" message \(selected)") }, "height \(height)")
      }
    }
  }
}
