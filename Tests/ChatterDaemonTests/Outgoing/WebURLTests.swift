import Testing

@testable import ChatterDaemon

struct WebURLTests {
  @Test(
    arguments: [
      ("https://example.org", "example.org", 443, "/", "example.org"),
      ("HTTPS://Example.org/a/b?c=d", "Example.org", 443, "/a/b?c=d", "Example.org"),
      ("http://localhost:8080/x", "localhost", 8080, "/x", "localhost:8080"),
      ("http://127.0.0.1?x", "127.0.0.1", 80, "/?x", "127.0.0.1"),
      ("https://[::1]:8443/", "::1", 8443, "/", "[::1]:8443"),
      ("https://[2001:db8::1]/k", "2001:db8::1", 443, "/k", "[2001:db8::1]"),
      ("http://a.example:443/", "a.example", 443, "/", "a.example:443"),
    ])
  func readsURLs(
    text: String, host: String, port: Int, target: String, authority: String
  ) throws {
    let url = try #require(WebURL(text))
    #expect(url.host == host && Int(url.port) == port)
    #expect(url.target == target && url.authority == authority)
    #expect(url.isSecure == text.lowercased().hasPrefix("https"))
  }

  @Test(
    arguments: [
      "", "example.org", "ftp://example.org", "https://", "https:///x", "https://:443/",
      "https://8443", "https://a b/", "https://a/\u{E4}", "https://a/#x", "https://u:p@a/",
      "https://a:99999/", "https://a:x/", "https://[::1/", "https://a\r\nX: y/", "http//a",
      "https://a/" + String(repeating: "x", count: 2048),
    ])
  func rejectsOtherTexts(text: String) {
    #expect(WebURL(text) == nil)
  }

  @Test(
    arguments: [
      ("http://127.0.0.1:1/", false), ("http://[::1]/", false), ("http://localhost/", false),
      ("http://192.0.2.1/", true), ("http://a.example/", true), ("https://a.example/", false),
    ])
  func knowsWhatOthersOnTheNetworkCanRead(text: String, isExposed: Bool) {
    #expect(WebURL(text)?.isExposed == isExposed)
  }

  @Test(
    arguments: [
      ("https://a.example", "https://a.example"), ("HTTPS://A.Example", "https://a.example"),
      ("https://a.example:443", "https://a.example"), ("http://a.example:80", "http://a.example"),
      ("https://a.example:80", "https://a.example:80"),
      ("https://a.example:8443", "https://a.example:8443"),
      ("http://localhost:3000", "http://localhost:3000"), ("http://127.0.0.1", "http://127.0.0.1"),
      ("https://[::1]:3000", "https://[::1]:3000"), ("https://[::1]", "https://[::1]"),
      ("null", "null"), ("NULL", "null"),
    ])
  func normalizesOriginsAsBrowsersSendThem(given: String, text: String) {
    #expect(WebURL.origin(given) == text)
  }

  @Test(
    arguments: [
      "", "*", "null://a", "a.example", "https://", "https://a.example/", "https://a.example/x",
      "https://me@a.example", "https://a.example?", "ftp://a.example", "file:///x", "https://:443",
      "https://443", "https://a.example:", "https://a b", "https://[fe80::1%eth0]",
    ])
  func rejectsOriginsWithPathsUsersAndOtherSchemes(given: String) {
    #expect(WebURL.origin(given) == nil)
  }
}
