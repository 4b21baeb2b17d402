import HTTP
import Testing

struct MethodTests {
  @Test func treatsNamesAsCaseSensitive() {
    #expect(Method("GET") == .get)
    #expect(Method("get") != .get)
    #expect(Method("PROPFIND").description == "PROPFIND")
  }
}
