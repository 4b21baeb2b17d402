import HTTP
import Testing

struct FieldNameTests {
  @Test func terminatesOnALiteralThatIsNotAToken() async {
    await #expect(processExitsWith: .failure) { _ = "a b" as FieldName }
    await #expect(processExitsWith: .failure) { _ = "" as FieldName }
  }
}
