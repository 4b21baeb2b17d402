import Arguments
import ChatterClient
import System
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor
struct TokenVerbTests {
  private let console = RecordingConsole()
  private let home: TemporaryDirectory
  private let file: SettingsFile

  init() throws {
    home = try TemporaryDirectory()
    file = SettingsFile(LaunchEnvironment(variables: ["XDG_CONFIG_HOME": home.path]))
  }

  /// A server that accepts one token, of ann.
  private static let closed = FakeProbe(access: { server throws(ClientError) in
    guard let token = server.token else {
      return ServerAccess(postingNeedsToken: true, readingNeedsToken: true)
    }
    guard token.text == "right" else { throw .token(.wrong, "revoked") }
    return ServerAccess(postingNeedsToken: true, readingNeedsToken: true, username: "ann")
  })

  private func signIn(_ text: String, _ probe: FakeProbe = closed) async throws(ExitError) {
    try await TokenVerb(file: file, console: console, probe: probe).signIn { Array(text.utf8) }
  }

  @Test(arguments: [
    "right", "right\n", " right\r\n\n", "https://h/#token=right\n", "h#x=1&token=right",
  ])
  func savesATokenThatTheServerAccepts(text: String) async throws {
    let place = ServerPlace(url: "https://h", trust: .file("/dev/null"))
    try file.write(Settings(server: ServerPlace(url: place.url), username: "bob"))
    try await signIn(text)
    let settings = try file.read()
    #expect(settings.server?.token == AccessToken("right", username: "ann"))
    #expect(settings.username == "ann" && console.reports == "Signed in as ann.\n")
    #expect(console.output == "")
    let verb = TokenVerb(file: file, console: console)
    try verb.signOut()
    #expect(try file.read() == Settings(server: ServerPlace(url: "https://h"), username: "ann"))
    try verb.signOut()
    #expect(console.reports.hasSuffix("Signed out.\nNot signed in.\n"))
  }

  private nonisolated static func access(posting: Bool) -> ServerAccess {
    ServerAccess(postingNeedsToken: posting, readingNeedsToken: false)
  }

  @Test func needsAServer() async throws {
    await #expect(throws: ExitError("\(CommandError.noServer)", .configuration)) {
      try await signIn("right")
    }
  }

  @Test func savesNoTokenThatTheServerRefuses() async throws {
    let before = Settings(server: ServerPlace(url: "https://h:1"), username: "bob")
    try file.write(before)
    let cases: [(String, FakeProbe, String, ExitCode)] = [
      (
        "wrong", Self.closed, "h:1 does not accept this token (revoked): ask its operator",
        .noPermission
      ),
      ("", Self.closed, "this is not a token", .data),
      ("https://h:1/#token=", Self.closed, "this is not a token", .data),
      ("https://h:1/#older", Self.closed, "this is not a token", .data),
      ("https://other:1/#token=right", Self.closed, "this link is not for h:1", .data),
      ("https://h:2/#token=right", Self.closed, "this link is not for h:1", .data),
      ("#token=right", Self.closed, "this link is not for h:1", .data),
      ("two words", Self.closed, "this is not a token", .data),
      ("right", FakeProbe(), "h:1 needs no token: nothing is saved", .usage),
      (
        "right",
        FakeProbe(access: { _ in Self.access(posting: false) }),
        "h:1 needs no token: nothing is saved", .usage
      ),
      (
        "right",
        FakeProbe(access: { _ in Self.access(posting: true) }),
        "h:1 did not say whose token this is", .protocol
      ),
      (
        "right", FakeProbe(access: { _ throws(ClientError) in throw .network(.refused) }),
        "h:1: connection refused", .unavailable
      ),
      (
        "right", FakeProbe(access: { _ throws(ClientError) in throw .status(503, "later") }),
        "the server returned 503: later", .temporary
      ),
    ]
    for (text, probe, message, code) in cases {
      let failure = await #expect(throws: ExitError.self) { try await signIn(text, probe) }
      #expect(failure?.message.hasPrefix(message) == true, "\(failure?.message ?? "")")
      #expect(failure?.exitCode == code)
      #expect(try file.read() == before)
    }
  }
}
