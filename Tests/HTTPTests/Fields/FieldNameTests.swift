import HTTP
import Testing

@Suite("FieldName")
struct FieldNameTests {
  @Test func comparesNamesIgnoringCase() {
    #expect(("content-TYPE" as FieldName) == .contentType)
    #expect(("content-TYPE" as FieldName).text == "content-TYPE")
    #expect(Set<FieldName>(["A", "a", "b"]).count == 2)
    #expect(("A" as FieldName) != "AB")
    #expect(FieldName.entityTag.description == "ETag")
  }

  @Test func terminatesOnALiteralThatIsNotAToken() async {
    await #expect(processExitsWith: .failure) { _ = "a b" as FieldName }
    await #expect(processExitsWith: .failure) { _ = "" as FieldName }
  }
}
