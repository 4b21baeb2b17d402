import Arguments
import ChatterClient
import Testing

@testable import ChatterTerminal

struct SettingsTests {
  @Test(
    arguments: [
      Settings(), Settings(username: "ann b"),
      Settings(server: ServerPlace(url: "https://h:8443/x")),
      Settings(server: ServerPlace(url: "https://h", trust: .file("/a b=c.pem")), username: "ann"),
      Settings(
        server: ServerPlace(url: "https://h", trust: .pinnedKey(String(repeating: "a", count: 64)))),
      Settings(server: ServerPlace(url: "https://h", trust: .file("/a\rb/\"c\\d\". #"))),
      Settings(server: ServerPlace(url: "https://h", trust: .file("/a\u{2028}b\u{85}"))),
      Settings(server: ServerPlace(url: "https://h", trust: .file("\"a\""))),
      Settings(username: "\"a"),
      Settings(
        server: ServerPlace(
          url: "https://h", trust: .file("/c"), token: AccessToken("a=\"#\\", username: "ann")),
        username: "ann"),
    ])
  func readsBackWhatItWrote(settings: Settings) throws {
    #expect(try Settings.parse(Array(settings.text.utf8), path: "/x") == settings)
  }

  @Test func acceptsCRLFAndBlanks() throws {
    let text = "# x\r\n\r\nserver = https://h\r\n\ttrust=/c.pem \r\nusername = ann\r\n"
    #expect(
      try Settings.parse(Array(text.utf8), path: "/x")
        == Settings(server: ServerPlace(url: "https://h", trust: .file("/c.pem")), username: "ann"))
  }

  @Test func acceptsServersWithoutHTTPS() throws {
    let settings = try Settings.parse(Array("server = localhost:8443\n".utf8), path: "/x")
    #expect(settings.server == ServerPlace(url: "https://localhost:8443"))
  }

  @Test(
    arguments: [
      ("server", "1: expected key = value"), ("# ok\n\ncolour = red", "3: unknown key colour"),
      (
        "server = a b",
        "1: server: 'a b' is not a server URL: use the form https://example.org:8443"
      ),
      ("username =", "1: invalid value of username"),
      ("username = a\u{1B}b", "1: invalid value of username"),
      ("server = http://example.org", "1: server: \(ServerURLError.notEncrypted)"),
      ("server = https://h\npin = abc", "2: invalid value of pin"),
      ("server = https://h\ntoken = a b", "2: invalid value of token"),
    ])
  func rejectsInvalidLinesWithTheirNumber(text: String, error: String) {
    #expect(throws: CommandError("/x:\(error)", isUsage: false)) {
      try Settings.parse(Array(text.utf8), path: "/x")
    }
  }
}
