import Testing

@testable import chatter

@Suite struct TimeTextTests {
  @Test(
    "times of options are read",
    arguments: [
      ("500ms", 500), ("10s", 10_000), ("10", 10_000), ("1.5s", 1500), ("2m", 120_000),
      ("1h", 3_600_000), ("0", 0),
    ])
  func reads(text: String, milliseconds: Int64) {
    #expect(TimeText.duration(text) == .milliseconds(milliseconds))
  }

  @Test(
    "what is no time is refused",
    arguments: ["", "s", "-1s", "1 s", "1d", "1e3", "1..2s", ".s", "١s", "1234567890s", "1.2.3"])
  func refuses(text: String) {
    #expect(TimeText.duration(text) == nil)
  }

  @Test("an option's time is written in its largest whole unit")
  func writes() {
    #expect(TimeText.option(.seconds(3600)) == "1h")
    #expect(TimeText.option(.seconds(90)) == "90s")
    #expect(TimeText.option(.milliseconds(100)) == "100ms")
    #expect(TimeText.option(.seconds(120)) == "2m")
  }

  @Test("a clock shows hours when there are some")
  func clock() {
    #expect(TimeText.clock(.milliseconds(-5)) == "00:00")
    #expect(TimeText.clock(.milliseconds(3999)) == "00:03")
    #expect(TimeText.clock(.seconds(599)) == "09:59")
    #expect(TimeText.clock(.seconds(3600)) == "1:00:00")
    #expect(TimeText.clock(.seconds(36_000 + 61)) == "10:01:01")
  }
}
