import HTTP
import Testing

@Suite("FieldName")
struct FieldNameTests {
  @Test(arguments: ["", "a b", "a:", "a\r\nb", "ä", "a\0", "(a)", "a,b"])
  func rejectsNamesThatAreNotTokens(text: String) {
    #expect(throws: HeaderFieldError.notAToken) { try FieldName(text) }
  }

  @Test func comparesNamesIgnoringCase() throws {
    let text = "content-TYPE"
    #expect(try FieldName(text) == .contentType)
    #expect(try FieldName(text).text == text)
    #expect(Set<FieldName>(["A", "a", "b"]).count == 2)
    #expect(FieldName("A") != FieldName("AB"))
    #expect(FieldName.entityTag.description == "ETag")
  }

  @Test func terminatesOnALiteralThatIsNotAToken() async {
    await #expect(processExitsWith: .failure) { _ = "a b" as FieldName }
  }
}
