import Testing

@testable import Program

@Suite("Times in options")
struct DurationOptionTests {
  @Test(
    arguments: [
      ("500ms", Duration.milliseconds(500)), ("10s", .seconds(10)), ("2m", .seconds(120)),
      ("1h", .seconds(3600)), ("30d", .seconds(2_592_000)), ("0s", .zero),
    ])
  func parsesAWholeNumberAndAUnit(text: String, duration: Duration) {
    #expect(Duration(optionText: text) == duration)
  }

  @Test(
    arguments: [
      "", "10", "s", "ms", "1.5s", "-1s", "10 s", "10S", "10sec", "1m30s", "1w",
      "999999999999999d", "9999999999999999s",
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
  }
}
