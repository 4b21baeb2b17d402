import Testing

@testable import chatter

@Suite struct SettingsTests {
  @Test(
    "what is written is read back",
    arguments: [
      Settings(), Settings(username: "ann b"),
      Settings(server: ServerPlace(url: "https://h:8443/x")),
      Settings(server: ServerPlace(url: "https://h", trust: .file("/a b=c.pem")), username: "ann"),
      Settings(
        server: ServerPlace(url: "https://h", trust: .pin(String(repeating: "a", count: 64)))),
    ])
  func roundTrip(settings: Settings) throws {
    #expect(try Settings.parse(settings.text, path: "/x") == settings)
  }

  @Test(
    "a wrong line is refused by its number",
    arguments: [
      ("server", SettingsError.malformed(path: "/x", line: 1)),
      ("# ok\n\ncolour = red", .unknownKey(path: "/x", line: 3, key: "colour")),
      ("server = h", .wrongValue(path: "/x", key: "server")),
      ("server = https://h\npin = abc", .wrongValue(path: "/x", key: "pin")),
    ])
  func refuses(text: String, error: SettingsError) {
    #expect(throws: error) { try Settings.parse(text, path: "/x") }
    #expect(error.description.hasPrefix("/x:"))
  }
}
