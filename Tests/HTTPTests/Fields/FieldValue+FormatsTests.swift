import HTTP
import Testing

@Suite("FieldValue: formats")
struct FieldValueFormatsTests {
  @Test func joinsMethodsForAllow() {
    #expect(FieldValue.allow([.get, .head, .options]).text == "GET, HEAD, OPTIONS")
    #expect(FieldValue.allow([]).text == "")
    #expect(FieldValue.allow([.other("A\r\nB"), .post]).text == "POST")
  }

  @Test(
    arguments: [
      (Duration.seconds(5), "5"), (.milliseconds(1001), "2"), (.zero, "1"), (.seconds(-9), "1"),
      (.nanoseconds(1), "1"), (.seconds(Int64.max), "9223372036854775807"),
    ])
  func roundsRetryAfterUpToWholeSeconds(delay: Duration, text: String) {
    #expect(FieldValue.retryAfter(delay).text == text)
  }
}
