import Testing

@testable import ChatterDaemon

struct WebOriginTests {
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
    #expect(WebOrigin(given)?.text == text)
  }

  @Test(
    arguments: [
      "", "*", "null://a", "a.example", "https://", "https://a.example/", "https://a.example/x",
      "https://me@a.example", "https://a.example?", "ftp://a.example", "file:///x", "https://:443",
      "https://443", "https://a.example:", "https://a b", "https://[fe80::1%eth0]",
    ])
  func rejectsPathsUsersAndOtherSchemes(given: String) {
    #expect(WebOrigin(given) == nil)
  }
}
