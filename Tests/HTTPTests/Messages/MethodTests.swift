import HTTP
import Testing

@Suite("Method")
struct MethodTests {
  @Test(arguments: ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"])
  func mapsStandardNamesToMethodsAndBack(name: String) {
    let method = Method(name)
    #expect(method != .other(name))
    #expect(method.name == name)
    #expect(method.description == name)
  }

  @Test func treatsNamesAsCaseSensitive() {
    #expect(Method("get") == .other("get"))
    #expect(Method("get").name == "get")
  }
}
