import Chatter
import TestSupport
import Testing

@testable import ChatterTerminal

@Suite struct LocalTimeTests {
  @Test(arguments: ["2025-01-02T03:04:59.999Z", "1969-12-31T23:59:59.500Z"])
  func formatsTimestampToTheMinute(time: String) async throws {
    let timestamp = try #require(Timestamp(time))
    let text = LocalTime.text(timestamp)
    // date(1) uses the same time zone.
    let run = try await ProgramRun("date", ["-d", time, "+%Y-%m-%d %H:%M"])
    #expect(text == run.text)
  }
}
