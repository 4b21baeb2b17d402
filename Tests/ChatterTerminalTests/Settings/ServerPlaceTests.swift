import ChatterClient
import TestSupport
import Testing

@testable import ChatterTerminal

@Suite struct ServerPlaceTests {
  @Test(
    "a URL is taken without the slash at its end",
    arguments: [
      ("https://h", "https://h"), ("https://h:8443/", "https://h:8443"),
      ("https://[::1]:8443/a/b/", "https://[::1]:8443/a/b"), ("HTTPS://H", "HTTPS://H"),
      ("http://localhost:8080", "http://localhost:8080"),
    ])
  func takes(text: String, url: String) {
    #expect(ServerPlace.url(text) == url)
  }

  @Test(
    "what is no server is refused",
    arguments: [
      "", "h", "h:8443", "ftp://h", "https://", "https:///x", "https://:8443", "https://a b",
      "https://u:p@h", "https://h?x", "https://h#x", "https://h\n",
      "http://example.org", "http://10.0.0.1:8080",
    ])
  func refuses(text: String) {
    #expect(ServerPlace.url(text) == nil)
  }

  @Test("a pin is 64 hexadecimal digits or base64 of 32 bytes")
  func pins() {
    let base64 = String(repeating: "A", count: 43) + "="
    #expect(ServerPlace.pin(base64) == base64)
    #expect(ServerPlace.pin(String(repeating: "0F", count: 32)) != nil)
    for text in ["", "abc", String(repeating: "g", count: 64), String(repeating: "A", count: 44)] {
      #expect(ServerPlace.pin(text) == nil)
    }
  }

  @Test("a title has the host and the port")
  func authority() {
    #expect(ServerPlace(url: "https://h:8443/x").authority == "h:8443")
  }

  @Test("a file of trust that is not there is said before it is used")
  func missingTrust() throws {
    let place = ServerPlace(url: "https://h", trust: .file("/nowhere/c.pem"))
    let failure = #expect(throws: ExitError.self) { try place.server() }
    #expect(failure?.exitCode == .noInput)
    #expect(throws: ExitError.self) { try ServerPlace(url: "http://elsewhere").server() }
  }

  @Test(
    "a file of trust holds a certificate in PEM, wherever in it",
    arguments: [
      ("-----BEGIN CERTIFICATE-----", true), ("-----BEGIN TRUSTED CERTIFICATE-----\r\nx", true),
      ("subject=/CN=x\r\n-----BEGIN X509 CERTIFICATE-----\r\n", true), ("", false), ("x", false),
      ("-----BEGIN PRIVATE KEY-----\n", false), ("# -----BEGIN CERTIFICATE-----\n", false),
      ("-----BEGIN CERTIFICATE REQUEST-----\n", false),
    ])
  func certificates(text: String, isTaken: Bool) throws {
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
