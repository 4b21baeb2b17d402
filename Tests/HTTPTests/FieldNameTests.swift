import HTTP
import Testing

@Suite("FieldName")
struct FieldNameTests {
  @Test("a name is a token", arguments: ["", "a b", "a:", "a\r\nb", "ä", "a\0", "(a)", "a,b"])
  func invalid(text: String) {
    #expect(throws: HeaderFieldError.notAToken) { try FieldName(text) }
  }

  @Test("names are equal without case, and hash alike")
  func equality() throws {
    let text = "content-TYPE"
    #expect(try FieldName(text) == .contentType)
    #expect(try FieldName(text).text == text)
    #expect(Set<FieldName>(["A", "a", "b"]).count == 2)
    #expect(FieldName("A") != FieldName("AB"))
    #expect(FieldName.entityTag.description == "ETag")
  }

  @Test("a literal that is no token ends the program")
  func literal() async {
    await #expect(processExitsWith: .failure) { _ = "a b" as FieldName }
  }
}
