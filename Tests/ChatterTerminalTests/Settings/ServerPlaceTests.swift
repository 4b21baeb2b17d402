import ChatterClient
import TestSupport
import Testing

@testable import ChatterTerminal

struct ServerPlaceTests {
  @Test(
    arguments: [
      ("https://h", "https://h"), ("https://h:8443/", "https://h:8443"),
      ("https://[::1]:8443/a/b/", "https://[::1]:8443/a/b"), ("HTTPS://H", "https://H"),
      ("http://localhost:8080", "http://localhost:8080"),
      ("localhost:8443", "https://localhost:8443"),
      ("chat.example.org/", "https://chat.example.org"),
    ])
  func normalisesServerURLs(text: String, url: String) throws {
    #expect(try ServerPlace.url(text) == url)
  }

  @Test(
    arguments: [
      ("", .malformed("")), ("https://", .malformed("https://")),
      ("https:///x", .malformed("https:///x")), ("https://:8443", .malformed("https://:8443")),
      ("https://a b", .malformed("https://a b")), ("https://h\n", .malformed("https://h\n")),
      ("https://\u{E9}", .malformed("https://\u{E9}")), ("ftp://h", .otherScheme("ftp")),
      ("https://u:p@h", .morePartsThanAllowed), ("https://h?x", .morePartsThanAllowed),
      ("https://h#x", .morePartsThanAllowed), ("http://example.org", .notEncrypted),
      ("http://10.0.0.1:8080", .notEncrypted),
    ] as [(String, ServerURLError)])
  func rejectsInvalidServerURLs(text: String, error: ServerURLError) {
    #expect(throws: error) { try ServerPlace.url(text) }
  }

  @Test func acceptsPinsInHexadecimalAndBase64() {
    let base64 = String(repeating: "A", count: 43) + "="
    #expect(ServerPlace.pin(base64) == base64)
    #expect(ServerPlace.pin(String(repeating: "0F", count: 32)) != nil)
    for text in ["", "abc", String(repeating: "g", count: 64), String(repeating: "A", count: 44)] {
      #expect(ServerPlace.pin(text) == nil)
    }
  }

  @Test func returnsHostAndPort() {
    #expect(ServerPlace(url: "https://h:8443/x").authority == "h:8443")
  }

  @Test func reportsMissingTrustFile() throws {
    let place = ServerPlace(url: "https://h", trust: .file("/nowhere/c.pem"))
    let failure = #expect(throws: ExitError.self) { try place.server() }
    #expect(failure?.exitCode == .noInput)
    #expect(throws: ExitError.self) { try ServerPlace(url: "http://elsewhere").server() }
  }

  @Test(
    arguments: [
      ("-----BEGIN CERTIFICATE-----", true), ("-----BEGIN TRUSTED CERTIFICATE-----\r\nx", true),
      ("subject=/CN=x\r\n-----BEGIN X509 CERTIFICATE-----\r\n", true), ("", false), ("x", false),
      ("-----BEGIN PRIVATE KEY-----\n", false), ("# -----BEGIN CERTIFICATE-----\n", false),
      ("-----BEGIN CERTIFICATE REQUEST-----\n", false),
    ])
  func requiresPEMCertificateInTrustFile(text: String, isTaken: Bool) throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "c.pem")
    let place = ServerPlace(url: "https://h", trust: .file(file))
    if isTaken {
      #expect(try place.server().trust == .file(file))
    } else {
      let failure = #expect(throws: ExitError.self) { try place.server() }
      #expect(failure?.exitCode == .data)
    }
  }
}
