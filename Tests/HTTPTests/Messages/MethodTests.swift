import HTTP
import Testing

@Suite("Method")
struct MethodTests {
  @Test func treatsNamesAsCaseSensitive() {
    #expect(Method("GET") == .get)
    #expect(Method("get") != .get)
    #expect(Method("PROPFIND").description == "PROPFIND")
  }
}
