import ChatterClient
import TestSupport
import Testing

@testable import chatter

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
    let trouble = #expect(throws: Trouble.self) { try place.server() }
    #expect(trouble?.exitCode == .noInput)
    let folder = try TemporaryDirectory()
    let file = try folder.write("x", to: "c.pem")
    #expect(try ServerPlace(url: "https://h", trust: .file(file)).server().trust == .file(file))
    #expect(throws: Trouble.self) { try ServerPlace(url: "http://elsewhere").server() }
  }
}
