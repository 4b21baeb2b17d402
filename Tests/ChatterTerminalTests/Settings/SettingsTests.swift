import Testing

@testable import ChatterTerminal

@Suite struct SettingsTests {
  @Test(
    arguments: [
      Settings(), Settings(username: "ann b"),
      Settings(server: ServerPlace(url: "https://h:8443/x")),
      Settings(server: ServerPlace(url: "https://h", trust: .file("/a b=c.pem")), username: "ann"),
      Settings(
        server: ServerPlace(url: "https://h", trust: .pin(String(repeating: "a", count: 64)))),
      Settings(server: ServerPlace(url: "https://h", trust: .file("/a\nb\r\n/\"c\\d\". "))),
      Settings(server: ServerPlace(url: "https://h", trust: .file("/a\u{2028}b\u{85}"))),
      Settings(server: ServerPlace(url: "https://h", trust: .file("\"a\""))),
      Settings(username: "\"a"),
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

  @Test(
    arguments: [
      ("server", SettingsError.malformed(path: "/x", line: 1)),
      ("# ok\n\ncolour = red", .unknownKey(path: "/x", line: 3, key: "colour")),
      ("server = h", .wrongValue(path: "/x", key: "server")),
      ("username =", .wrongValue(path: "/x", key: "username")),
      ("username = a\u{1B}b", .wrongValue(path: "/x", key: "username")),
      ("trust = \"/c", .malformed(path: "/x", line: 1)),
      ("trust = \"/c\" d", .malformed(path: "/x", line: 1)),
      ("server = http://example.org", .wrongValue(path: "/x", key: "server")),
      ("server = https://h\npin = abc", .wrongValue(path: "/x", key: "pin")),
    ])
  func rejectsInvalidLinesWithTheirNumber(text: String, error: SettingsError) {
    #expect(throws: error) { try Settings.parse(Array(text.utf8), path: "/x") }
    #expect(error.description.hasPrefix("/x:"))
  }
}
