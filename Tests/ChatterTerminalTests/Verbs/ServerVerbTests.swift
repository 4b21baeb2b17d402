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

  /// A server that accepts one token, of ann.
  private static let closed = FakeProbe(access: { server throws(ClientError) in
    guard let token = server.token else {
      return ServerAccess(postingNeedsToken: true, readingNeedsToken: true)
    }
    guard token.text == "s3cret" else { throw .token(.expired, "expired") }
    return ServerAccess(postingNeedsToken: true, readingNeedsToken: true, username: "ann")
  })

  private func save(
    _ options: ServerOptions, input: String = "", _ probe: FakeProbe = closed
  ) async throws(ExitError) {
    try await ServerVerb(
      options: options, file: file, console: console, probe: probe,
      readToken: { () throws(ExitError) in Array(input.utf8) }
    ).run()
  }

  @Test func savesAServerWithItsToken() async throws {
    let token = try #require(AccessToken("s3cret"))
    for source in [TokenSource.input, .text(token)] {
      try file.write(Settings())
      try await save(
        ServerOptions(url: "https://h", token: source, isJSON: false), input: " s3cret\r\n")
      let settings = try file.read()
      #expect(settings.server?.token == AccessToken("s3cret", username: "ann"))
      #expect(settings.username == "ann")
    }
    #expect(console.reports == "Saved. Signed in as ann.\nSaved. Signed in as ann.\n")
    // The token of the saved server can be replaced without its URL.
    try file.write(Settings(server: ServerPlace(url: "https://h")))
    try await save(ServerOptions(token: .text(token), isJSON: false))
    #expect(try file.read().server?.token == AccessToken("s3cret", username: "ann"))
  }

  @Test func savesNothingWithATokenThatTheServerRefuses() async throws {
    let before = Settings(server: ServerPlace(url: "https://kept"), username: "bob")
    let token = try #require(AccessToken("s3cret"))
    let open = FakeProbe()
    let cases: [(ServerOptions, String, FakeProbe, String, ExitCode)] = [
      (
        ServerOptions(url: "https://h", token: .input, isJSON: false), "old", Self.closed,
        "h does not accept this token (expired): ask its operator", .noPermission
      ),
      (
        ServerOptions(url: "https://h", token: .input, isJSON: false), "", Self.closed,
        "this is not a token", .data
      ),
      (
        ServerOptions(url: "https://h", token: .text(token), isJSON: false), "", open,
        "h needs no token: nothing is saved", .usage
      ),
      (
        ServerOptions(url: "https://h", token: .text(token), username: "ben", isJSON: false), "",
        Self.closed, "the token is for another user than --username ben", .usage
      ),
    ]
    for (options, input, probe, message, code) in cases {
      try file.write(before)
      let failure = await #expect(throws: ExitError.self) {
        try await save(options, input: input, probe)
      }
      #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
      #expect(failure?.exitCode == code)
      #expect(try file.read() == before)
    }
    try file.write(Settings())
    await #expect(throws: ExitError.self) {
      try await save(ServerOptions(token: .text(token), isJSON: false))
    }
  }

  @Test func savesATokenWithoutConnecting() async throws {
    let refusing = FakeProbe(access: { _ throws(ClientError) in throw .network(.refused) })
    try await save(
      ServerOptions(url: "https://h", token: .input, skipsCheck: true, isJSON: false),
      input: "s3cret", refusing)
    #expect(try file.read().server?.token == AccessToken("s3cret"))
    #expect(console.reports == "Saved.\n")
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
