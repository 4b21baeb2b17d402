import Testing

@testable import Arguments

struct DurationOptionTests {
  @Test(
    arguments: [
      ("500ms", 500), ("10s", 10_000), ("10", 10_000), ("1.5s", 1500), ("0.1", 100),
      ("2m", 120_000),
      ("1h", 3_600_000), ("30d", 2_592_000_000), ("0s", 0), ("0", 0), ("1.001s", 1001),
    ])
  func parsesANumberAndAUnit(text: String, milliseconds: Int64) {
    #expect(Duration(optionText: text) == .milliseconds(milliseconds))
  }

  @Test(
    arguments: [
      "", "s", "ms", "-1s", "10 s", "10S", "10sec", "1m30s", "1w", "1e3", "1..2s", ".s", "١s",
      "1.2.3",
      "1234567890123456s", "999999999999999h", "999999999999999d",
    ])
  func rejectsOtherForms(text: String) {
    #expect(Duration(optionText: text) == nil)
  }

  @Test func writesTheLargestExactUnit() {
    #expect(Duration.seconds(90).optionText == "90s")
    #expect(Duration.seconds(120).optionText == "2m")
    #expect(Duration.seconds(86_400).optionText == "1d")
    #expect(Duration.milliseconds(1500).optionText == "1500ms")
    #expect(Duration.zero.optionText == "0ms")
    #expect(Duration.microseconds(1999).wholeMilliseconds == 1)
  }
}
