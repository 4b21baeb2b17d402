import Testing

@testable import ChatterTerminal

@Suite struct TimeTextTests {
  @Test(
    arguments: [
      ("500ms", 500), ("10s", 10_000), ("10", 10_000), ("1.5s", 1500), ("2m", 120_000),
      ("1h", 3_600_000), ("0", 0),
    ])
  func parsesTimesOfOptions(text: String, milliseconds: Int64) {
    #expect(TimeText.duration(text) == .milliseconds(milliseconds))
  }

  @Test(
    arguments: [
      "", "s", "-1s", "1 s", "1d", "1e3", "1..2s", ".s", "١s", "1234567890123456s", "1.2.3",
      "999999999999999h",
    ])
  func rejectsInvalidTimes(text: String) {
    #expect(TimeText.duration(text) == nil)
  }
}
