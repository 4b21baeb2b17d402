import HTTP
import Testing

struct RequestTargetTests {
  @Test(
    arguments: [
      ("/", "/", nil), ("/a/b", "/a/b", nil), ("/a?", "/a", ""), ("/a?b?c", "/a", "b?c"),
      ("/%2e%00?%zz", "/%2e%00", "%zz"), ("//a/../b", "//a/../b", nil), ("/?{|}^`", "/", "{|}^`"),
    ] as [(String, String, String?)])
  func splitsOriginFormAtTheFirstQuestionMark(text: String, path: String, query: String?) throws {
    let target = try RequestTarget(parsing: bytes(text), method: .get)
    #expect(target.path == path)
    #expect(target.query == query)
    #expect(target.authority == nil)
  }

  @Test(
    arguments: [
      ("http://a/b?c", "a", "/b", "c"), ("HTTPS://a:1", "a:1", "/", nil),
      ("http://a?b", "a", "/", "b"),
      ("https://[::1]:8443/", "[::1]:8443", "/", nil),
    ] as [(String, String, String, String?)])
  func readsAuthorityAndPathOfAbsoluteForm(
    text: String, authority: String, path: String, query: String?
  ) throws {
    let target = try RequestTarget(parsing: bytes(text), method: .get)
    #expect(target.authority == authority)
    #expect(target.path == path)
    #expect(target.query == query)
  }

  @Test func acceptsAsteriskFormForOPTIONSOnly() throws {
    #expect(try RequestTarget(parsing: bytes("*"), method: .options).path == "*")
    #expect(try RequestTarget(parsing: bytes("http://a"), method: .options).path == "*")
    #expect(try RequestTarget(parsing: bytes("http://a/"), method: .options).path == "/")
    #expect(throws: RequestError.unsupportedTargetForm) {
      try RequestTarget(parsing: bytes("*"), method: .get)
    }
  }

  @Test(
    arguments: [
      ("", .invalidTarget), ("/a b", .invalidTarget), ("/\0", .invalidTarget),
      ("/ü", .invalidTarget),
      ("/a#b", .invalidTarget), ("a:1", .unsupportedTargetForm),
      ("http:/a", .unsupportedTargetForm),
      ("ws://a/", .unsupportedTargetForm), ("http://", .invalidHost), ("http://a@b/", .invalidHost),
      ("http://:80/", .invalidHost),
    ] as [(String, RequestError)])
  func rejectsOtherFormsAndCharacters(text: String, expected: RequestError) {
    #expect(throws: expected) { try RequestTarget(parsing: bytes(text), method: .get) }
  }
}
