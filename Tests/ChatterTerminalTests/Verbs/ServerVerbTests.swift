import Arguments
import ChatterClient
import System
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct ServerVerbTests {
  private let console = RecordingConsole()
  private let home: TemporaryDirectory
  private let file: SettingsFile

  init() throws {
    home = try TemporaryDirectory()
    file = SettingsFile(LaunchEnvironment(variables: ["XDG_CONFIG_HOME": home.path]))
  }

  private func run(
    _ options: ServerOptions, probe: FakeProbe = FakeProbe()
  ) async throws(ExitError) {
    try await ServerVerb(options: options, file: file, console: console, probe: probe).run()
  }

  @Test func savesChangesAndShowsServer() async throws {
    let certificate = try home.write("-----BEGIN CERTIFICATE-----\n", to: "c.pem")
    await #expect(throws: ExitError.self) { try await run(ServerOptions(isJSON: false)) }
    let first = ServerOptions(url: "https://localhost:1", trust: .file(certificate), isJSON: false)
    try await run(first)
    try await run(ServerOptions(username: "ann", isJSON: false))
    try await run(ServerOptions(isJSON: false))
    #expect(
      console.output == "server = https://localhost:1\ntrust = \(certificate)\nusername = ann\n")
    // A URL without --trust resets the trust to the system, even if the URL is unchanged.
    try await run(ServerOptions(url: "https://localhost:1", isJSON: false))
    try await run(ServerOptions(isJSON: true))
    let json =
      #"{"server":"https://localhost:1","trust":null,"pin":null,"username":"ann","hasToken":false}"#
    #expect(console.output.hasSuffix(json + "\n"))
    try await run(first)
    try await run(ServerOptions(trust: .system, username: "", isJSON: false))
    try await run(ServerOptions(isJSON: false))
    #expect(console.output.hasSuffix("\nserver = https://localhost:1\n"))
  }

  @Test func keepsATokenForItsServerAndNeverShowsIt() async throws {
    let token = AccessToken("s3cret", username: "ann")
    try file.write(Settings(server: ServerPlace(url: "https://h", token: token), username: "ann"))
    try await run(ServerOptions(isJSON: false))
    try await run(ServerOptions(isJSON: true))
    #expect(console.output.contains("token = (saved)"))
    #expect(console.output.contains(#""hasToken":true"#))
    #expect(!(console.output + console.reports).contains("s3cret"))
    try await run(ServerOptions(url: "https://h", isJSON: false))
    #expect(try file.read().server?.token == token)
    try await run(ServerOptions(url: "https://other", isJSON: false))
    #expect(try file.read().server?.token == nil)
    try await run(ServerOptions(url: "https://h", isJSON: false))
    #expect(try file.read().server?.token == nil)
  }

  @Test(
    arguments: [
      (true, true, "h needs a token: run chatter sign-in\n"),
      (true, false, "h needs a token: to post, run chatter sign-in\n"),
      (false, true, "h needs a token: to read, run chatter sign-in\n"), (false, false, ""),
    ])
  func saysThatAServerNeedsAToken(posting: Bool, reading: Bool, text: String) async throws {
    let access = ServerAccess(postingNeedsToken: posting, readingNeedsToken: reading)
    try await run(
      ServerOptions(url: "https://h", isJSON: false), probe: FakeProbe(access: { _ in access }))
    #expect(console.reports == "Saved.\n" + text)
  }

  /// A script that reads JSON needs no check for a null server.
  @Test func printsNothingWithoutServer() async throws {
    try file.write(Settings(username: "ann"))
    for isJSON in [false, true] {
      await #expect(throws: ExitError("\(CommandError.noServer)", .configuration)) {
        try await run(ServerOptions(isJSON: isJSON))
      }
      #expect(console.output == "")
    }
  }

  @Test func replacesInvalidSettingsOnlyForNewServer() async throws {
    try file.write(Settings())
    try home.write("nonsense\n", to: "chatter/chatter.conf")
    for options in [
      ServerOptions(isJSON: false), ServerOptions(username: "a", isJSON: false),
    ] {
      let failure = await #expect(throws: ExitError.self) { try await run(options) }
      #expect(failure?.exitCode == .configuration)
    }
    try await run(ServerOptions(url: "https://localhost:1", isJSON: false))
    #expect(try file.read().server?.url == "https://localhost:1")
    #expect(try home.bytes(of: "chatter/chatter.conf.old") == Array("nonsense\n".utf8))
    #expect(console.reports.contains("chatter.conf.old"))
  }

  @Test func rejectsTrustFilesWithoutCertificate() async throws {
    let readme = try home.write("# How to\n", to: "README.md")
    let wrong = ServerOptions(url: "https://h", trust: .file(readme), isJSON: false)
    let failure = await #expect(throws: ExitError.self) { try await run(wrong) }
    #expect(failure?.exitCode == .data && failure?.message.hasPrefix(readme) == true)
    #expect(console.reports == "")
    let options = ServerOptions(url: "https://h", trust: .file("/nowhere"), isJSON: false)
    await #expect(throws: ExitError.self) { try await run(options) }
    #expect(!Files.exists(home.path(of: "chatter/chatter.conf")))
    await #expect(throws: ExitError.self) {
      try await run(ServerOptions(trust: .system, isJSON: false))
    }
  }
}
