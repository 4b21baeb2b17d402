import HTTP
import Testing

@Suite("FieldValue")
struct FieldValueTests {
  @Test(
    "text, tabs within and letters of any language are values", arguments: ["", "a", "a\tb", "ü"])
  func valid(text: String) throws {
    #expect(try FieldValue(text).text == text)
  }

  @Test(
    "nothing that could split a response is a value",
    arguments: [
      ("a\r\nSet-Cookie: b", .controlCharacter), ("\n", .controlCharacter),
      ("a\r", .controlCharacter),
      ("a\0", .controlCharacter), ("\u{7F}", .controlCharacter), ("\u{1B}[0m", .controlCharacter),
      (" a", .surroundingWhitespace), ("a\t", .surroundingWhitespace),
    ] as [(String, HeaderFieldError)])
  func invalid(text: String, expected: HeaderFieldError) {
    #expect(throws: expected) { try FieldValue(text) }
    #expect(!expected.description.isEmpty)
  }

  @Test("a number is a value")
  func number() {
    #expect(FieldValue(-42).text == "-42")
  }

  @Test("a literal with a line end ends the program")
  func literal() async {
    await #expect(processExitsWith: .failure) { _ = "a\r\nb" as FieldValue }
  }
}
