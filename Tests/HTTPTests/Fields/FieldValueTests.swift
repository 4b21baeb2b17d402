import HTTP
import Testing

@Suite("FieldValue")
struct FieldValueTests {
  @Test(arguments: ["", "a", "a\tb", "ü"])
  func acceptsTextTabsAndNonASCIILetters(text: String) throws {
    #expect(try FieldValue(text).text == text)
  }

  @Test(
    arguments: [
      ("a\r\nSet-Cookie: b", .controlCharacter), ("\n", .controlCharacter),
      ("a\r", .controlCharacter),
      ("a\0", .controlCharacter), ("\u{7F}", .controlCharacter), ("\u{1B}[0m", .controlCharacter),
      (" a", .surroundingWhitespace), ("a\t", .surroundingWhitespace),
    ] as [(String, HeaderFieldError)])
  func rejectsValuesThatCouldSplitAResponse(text: String, expected: HeaderFieldError) {
    #expect(throws: expected) { try FieldValue(text) }
    #expect(!expected.description.isEmpty)
  }

  @Test func formatsANumber() {
    #expect(FieldValue(-42).text == "-42")
  }

  @Test func terminatesOnALiteralWithALineEnd() async {
    await #expect(processExitsWith: .failure) { _ = "a\r\nb" as FieldValue }
  }
}
