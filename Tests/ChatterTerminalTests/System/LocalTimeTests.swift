import Chatter
import TestSupport
import Testing

@testable import ChatterTerminal

struct LocalTimeTests {
  @Test(arguments: ["2025-01-02T03:04:59.999Z", "1969-12-31T23:59:59.500Z"])
  func formatsTimestampToTheMinute(time: String) async throws {
    let timestamp = try #require(Timestamp(time))
    let text = LocalTime.text(timestamp)
    // date(1) uses the same time zone.
    let run = try await ProgramRun("date", ["-d", time, "+%Y-%m-%d %H:%M"])
    #expect(text == run.text)
  }

  @Test(
    arguments: [
      (0, "now"), (59, "now"), (-30, "now"), (60, "1 min ago"), (3599, "59 min ago"), (3600, nil),
      (-120, nil),
    ] as [(Int64, String?)])
  func tellsTheAgeUpToAnHour(seconds: Int64, text: String?) throws {
    let now = try #require(Timestamp("2025-01-02T12:00:00Z"))
    let past = Timestamp(clamping: now.microsecondsSince1970 - seconds * 1_000_000)
    #expect(LocalTime.age(of: past, at: now) == text)
  }

  @Test func namesTheDayInLocalTime() async throws {
    let noon = try await ProgramRun("date", ["-d", "2025-01-01 12:00", "+%s"]).text
    let seconds = try #require(Int64(noon))
    func day(hoursBefore hours: Int64, at now: Int64? = nil) -> String {
      LocalTime.day(
        of: Timestamp(clamping: (seconds - hours * 3600) * 1_000_000),
        at: now.map { Timestamp(clamping: $0 * 1_000_000) })
    }
    #expect(day(hoursBefore: 11, at: seconds) == "Today")
    #expect(day(hoursBefore: 13, at: seconds) == "Yesterday", "of the year before")
    #expect(day(hoursBefore: 35, at: seconds) == "Yesterday")
    #expect(day(hoursBefore: 37, at: seconds) == "Monday, 30 December 2024")
    #expect(day(hoursBefore: 0) == "Wednesday, 1 January 2025")
    #expect(day(hoursBefore: -24, at: seconds) == "Thursday, 2 January 2025")
  }
}
