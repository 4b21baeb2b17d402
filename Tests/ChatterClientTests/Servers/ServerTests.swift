import Chatter
import Testing

@testable import ChatterClient

struct ServerTests {
  @Test(
    arguments: [
      ("https://example.org", "https://example.org", "example.org", false),
      ("https://example.org/", "https://example.org", "example.org", false),
      ("example.org:8443", "https://example.org:8443", "example.org", false),
      ("HTTPS://Example.ORG/chat//", "https://Example.ORG/chat", "Example.ORG", false),
      ("https://[::1]:8443", "https://[::1]:8443", "[::1]", true),
      ("https://[fe80::1%25eth0]:8443/a", "https://[fe80::1%25eth0]:8443/a", "[fe80::1]", false),
      ("https://[fe80::1%eth0]", "https://[fe80::1%25eth0]", "[fe80::1]", false),
      ("https://127.1", "https://127.0.0.1", "127.0.0.1", true),
      ("http://localhost:8000", "http://localhost:8000", "localhost", true),
      ("http://127.0.0.1/", "http://127.0.0.1", "127.0.0.1", true),
      (
        "https://127.0.0.1.example.org", "https://127.0.0.1.example.org", "127.0.0.1.example.org",
        false
      ),
    ])
  func acceptsURLsWithAndWithoutOptionalParts(
    text: String, url: String, host: String, isLoopback: Bool
  ) throws {
    let server = try Server(url: text)
    #expect(server.url == url)
    #expect(server.host == host)
    #expect(server.isLoopback == isLoopback)
    #expect(server.trust == .system)
  }

  @Test(
    arguments: [
      ("localhost:8443", "localhost:8443"), ("https://example.org/chat", "example.org"),
      ("https://[::1]:1/a", "[::1]:1"),
    ])
  func namesHostAndPort(text: String, authority: String) throws {
    #expect(try Server(url: text).authority == authority)
  }

  @Test(
    arguments: [
      ("", .malformed("")), ("https://", .malformed("https://")),
      ("https://a b", .malformed("https://a b")), ("https://:8443", .malformed("https://:8443")),
      ("https://a:99999", .malformed("https://a:99999")),
      ("https://a\0b", .malformed("https://a\0b")), ("ftp://example.org", .otherScheme("ftp")),
      ("https://user@example.org", .morePartsThanAllowed),
      ("https://example.org?a=b", .morePartsThanAllowed),
      ("https://example.org/#a", .morePartsThanAllowed),
      ("http://example.org", .notEncrypted), ("http://127.0.0.1.example.org", .notEncrypted),
      ("http://10.0.0.1", .notEncrypted),
    ] as [(String, ServerURLError)])
  func rejectsInvalidURLsWithAnExample(text: String, error: ServerURLError) {
    #expect(throws: error) { try Server(url: text) }
    #expect(error.description.contains("https://"))
  }

  @Test(arguments: [Trust.file("/a"), .pinnedKey("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")])
  func rejectsTrustWithoutTLS(trust: Trust) throws {
    #expect(throws: ServerURLError.trustWithoutTLS) {
      try Server(url: "http://localhost:8000", trust: trust)
    }
    #expect(try Server(url: "https://localhost:8000", trust: trust).trust == trust)
    let token = AccessToken("abc")
    #expect(try Server(url: "https://h", trust: trust, token: token).token == token)
    #expect(try Server(url: "https://h").token == nil)
    #expect(ServerURLError.trustWithoutTLS.description.contains("https://"))
  }

  @Test func writesPathsWithAndWithoutATrailingSlash() throws {
    var server = try Server(url: "https://example.org/chat/", trust: .file("/a"))
    #expect(server.url(of: .getChatts) == "https://example.org/chat/getchatts/")
    server.hasLastSlash = false
    #expect(server.url(of: .postAudio) == "https://example.org/chat/postaudio")
  }

  @Test(
    arguments: [
      ("127.0.0.1", true), ("127.255.0.9", true), ("LocalHost", true), ("a.localhost", true),
      ("[::1]", true), ("128.0.0.1", false), ("127.0.0.1.", false), ("127.0.0", false),
      ("127.0.0.a", false), ("127.0.0.256", false), ("notlocalhost", false), ("[::2]", false),
    ])
  func detectsOnlyThisMachineAsLoopback(host: String, isLoopback: Bool) {
    #expect(Server.isLoopback(host) == isLoopback)
  }
}
