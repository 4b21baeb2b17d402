import TestSupport
import Testing

@testable import chatter

@MainActor @Suite struct ServerVerbTests {
  private let console = RecordingConsole()

  private func run(
    in home: TemporaryDirectory, _ options: ServerOptions
  ) throws(Trouble) {
    let file = SettingsFile(Surroundings(environment: ["XDG_CONFIG_HOME": home.path]))
    try ServerVerb(options: options, file: file, console: console).run()
  }

  @Test("a server is remembered, changed in part, and shown")
  func remembers() throws {
    let home = try TemporaryDirectory()
    let certificate = try home.write("x", to: "c.pem")
    #expect(throws: Trouble.self) { try run(in: home, ServerOptions(isJSON: false)) }
    let first = ServerOptions(url: "https://localhost:1", trust: .file(certificate), isJSON: false)
    try run(in: home, first)
    try run(in: home, ServerOptions(username: "ann", isJSON: false))
    try run(in: home, ServerOptions(isJSON: false))
    #expect(
      console.output == "server = https://localhost:1\ntrust = \(certificate)\nusername = ann\n")
    // The same URL keeps its trust, another has none.
    try run(in: home, ServerOptions(url: "https://localhost:1", isJSON: false))
    try run(in: home, ServerOptions(url: "https://localhost:2", isJSON: true))
    try run(in: home, ServerOptions(isJSON: true))
    let json = #"{"server":"https://localhost:2","trust":null,"pin":null,"username":"ann"}"#
    #expect(console.output.hasSuffix(json + "\n"))
  }

  @Test("a file of trust that is not there is not remembered")
  func refuses() throws {
    let home = try TemporaryDirectory()
    let options = ServerOptions(url: "https://h", trust: .file("/nowhere"), isJSON: false)
    #expect(throws: Trouble.self) { try run(in: home, options) }
    #expect(!Files.exists(home.path(of: "chatter/chatter.conf")))
    #expect(throws: Trouble.self) {
      try run(in: home, ServerOptions(trust: .system, isJSON: false))
    }
  }
}
