import ChatterClient
import CommandLine
import Program
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor @Suite struct ServerVerbTests {
  private let console = RecordingConsole()

  private func run(
    in home: TemporaryDirectory, _ options: ServerOptions
  ) throws(ExitError) {
    let file = SettingsFile(LaunchEnvironment(variables: ["XDG_CONFIG_HOME": home.path]))
    try ServerVerb(options: options, file: file, console: console).run()
  }

  @Test func savesChangesAndShowsServer() throws {
    let home = try TemporaryDirectory()
    let certificate = try home.write("-----BEGIN CERTIFICATE-----\n", to: "c.pem")
    #expect(throws: ExitError.self) { try run(in: home, ServerOptions(isJSON: false)) }
    let first = ServerOptions(url: "https://localhost:1", trust: .file(certificate), isJSON: false)
    try run(in: home, first)
    try run(in: home, ServerOptions(username: "ann", isJSON: false))
    try run(in: home, ServerOptions(isJSON: false))
    #expect(
      console.output == "server = https://localhost:1\ntrust = \(certificate)\nusername = ann\n")
    // A URL without --trust resets the trust to the system, even if the URL is unchanged.
    try run(in: home, ServerOptions(url: "https://localhost:1", isJSON: false))
    try run(in: home, ServerOptions(isJSON: true))
    let json = #"{"server":"https://localhost:1","trust":null,"pin":null,"username":"ann"}"#
    #expect(console.output.hasSuffix(json + "\n"))
    try run(in: home, first)
    try run(in: home, ServerOptions(trust: .system, username: "", isJSON: false))
    try run(in: home, ServerOptions(isJSON: false))
    #expect(console.output.hasSuffix("\nserver = https://localhost:1\n"))
  }

  @Test func failsWithoutServerAndPrintsNullInJSON() throws {
    for isJSON in [false, true] {
      let home = try TemporaryDirectory()
      let console = RecordingConsole()
      let file = SettingsFile(LaunchEnvironment(variables: ["XDG_CONFIG_HOME": home.path]))
      func show() throws(ExitError) {
        try ServerVerb(options: ServerOptions(isJSON: isJSON), file: file, console: console).run()
      }
      #expect(throws: ExitError("\(CommandError.noServer)", .configuration)) { try show() }
      let nothing = #"{"server":null,"trust":null,"pin":null,"username":null}"#
      #expect(console.output == (isJSON ? nothing + "\n" : ""))
      try file.write(Settings(username: "ann"))
      #expect(throws: ExitError("\(CommandError.noServer)", .configuration)) { try show() }
      #expect(console.output.contains("ann"))
    }
  }

  @Test func replacesInvalidSettingsOnlyForNewServer() throws {
    let home = try TemporaryDirectory()
    let file = SettingsFile(LaunchEnvironment(variables: ["XDG_CONFIG_HOME": home.path]))
    try file.write(Settings())
    try home.write("nonsense\n", to: "chatter/chatter.conf")
    for options in [
      ServerOptions(isJSON: false), ServerOptions(username: "a", isJSON: false),
    ] {
      let failure = #expect(throws: ExitError.self) { try run(in: home, options) }
      #expect(failure?.exitCode == .configuration)
    }
    try run(in: home, ServerOptions(url: "https://localhost:1", isJSON: false))
    #expect(try file.read().server?.url == "https://localhost:1")
    #expect(try home.bytes(of: "chatter/chatter.conf.old") == Array("nonsense\n".utf8))
    #expect(console.reports.contains("chatter.conf.old"))
  }

  @Test func rejectsTrustFilesWithoutCertificate() throws {
    let home = try TemporaryDirectory()
    let readme = try home.write("# How to\n", to: "README.md")
    let wrong = ServerOptions(url: "https://h", trust: .file(readme), isJSON: false)
    let failure = #expect(throws: ExitError.self) { try run(in: home, wrong) }
    #expect(failure?.exitCode == .data && failure?.message.hasPrefix(readme) == true)
    #expect(console.reports == "")
    let options = ServerOptions(url: "https://h", trust: .file("/nowhere"), isJSON: false)
    #expect(throws: ExitError.self) { try run(in: home, options) }
    #expect(!Files.exists(home.path(of: "chatter/chatter.conf")))
    #expect(throws: ExitError.self) {
      try run(in: home, ServerOptions(trust: .system, isJSON: false))
    }
  }
}
