import Testing

@testable import Chatter

struct CivilDateTests {
  @Test func roundTripsEveryDayOfTenThousandYears() throws {
    var expected = try #require(CivilDate(year: 1, month: 1, day: 1))
    var day: Int64 = -719_162
    var wrong = 0
    while expected.year < 10_000, day < 2_932_897 {
      // Every day near a change of century, otherwise every 365th.
      let date = CivilDate(daysSince1970: day)
      if date != expected || date.daysSince1970 != day { wrong += 1 }
      let step: Int64 = [99, 0, 1].contains(expected.year % 100) ? 1 : 365
      day += step
      expected = Self.advance(date, days: step)
    }
    #expect(wrong == 0)
  }

  /// Returns the date a number of days later, counted month by month.
  private static func advance(_ date: CivilDate, days: Int64) -> CivilDate {
    var result = date
    for _ in 0..<days {
      if let next = CivilDate(year: result.year, month: result.month, day: result.day + 1) {
        result = next
      } else if let next = CivilDate(year: result.year, month: result.month + 1, day: 1) {
        result = next
      } else {
        result.year += 1
        (result.month, result.day) = (1, 1)
      }
    }
    return result
  }
}
