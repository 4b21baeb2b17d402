import HTTP
import Testing

struct FieldValueTests {
  @Test(arguments: ["", "a", "a\tb", "ü"])
  func acceptsTextTabsAndNonASCIILetters(text: String) throws {
    #expect(try FieldValue(text).text == text)
  }

  @Test(
    arguments: ["a\r\nSet-Cookie: b", "\n", "a\r", "a\0", "\u{7F}", "\u{1B}[0m", " a", "a\t"])
  func rejectsValuesThatCouldSplitAResponse(text: String) {
    #expect(throws: InvalidFieldValue.self) { try FieldValue(text) }
  }

  @Test func joinsMethodsForAllow() {
    #expect(FieldValue.allow([.get, .head, .options]).text == "GET, HEAD, OPTIONS")
    #expect(FieldValue.allow([]).text == "")
  }

  @Test(
    arguments: [
      (Duration.seconds(5), "5"), (.milliseconds(1001), "2"), (.zero, "1"), (.seconds(-9), "1"),
      (.nanoseconds(1), "1"), (.seconds(Int64.max), "9223372036854775807"),
    ])
  func roundsRetryAfterUpToWholeSeconds(delay: Duration, text: String) {
    #expect(FieldValue.retryAfter(delay).text == text)
  }

  @Test func terminatesOnALiteralWithALineEnd() async {
    await #expect(processExitsWith: .failure) { _ = "a\r\nb" as FieldValue }
  }
}
