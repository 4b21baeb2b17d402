import HTTP
import Testing

@Suite("Method")
struct MethodTests {
  @Test(
    "a name and its method belong together",
    arguments: ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"])
  func standard(name: String) {
    let method = Method(name)
    #expect(method != .other(name))
    #expect(method.name == name)
    #expect(method.description == name)
  }

  @Test("a name in another case is another method")
  func other() {
    #expect(Method("get") == .other("get"))
    #expect(Method("get").name == "get")
  }
}
