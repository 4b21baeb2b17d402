import ChatterClient
import Foundation
import System
import TestSupport
import Testing

@testable import ChatterTerminal

/// The connection to a server before it is saved.
@MainActor struct ServerVerbTrustTests {
  private static let fingerprint = [UInt8](repeating: 0xAB, count: 32)
  private let home: TemporaryDirectory
  private let console = RecordingConsole()

  init() throws { home = try TemporaryDirectory() }

  private var file: SettingsFile {
    SettingsFile(LaunchEnvironment(variables: ["XDG_CONFIG_HOME": home.path]))
  }
  private var certificate: String { home.path(of: "chatter/localhost:8443.crt") }

  /// Saves a server whose user gives these answers; nil without a terminal.
  private func save(
    _ probe: FakeProbe, trust: Trust? = nil, fingerprint: [UInt8]? = nil, force: Bool = false,
    answers: [String]? = nil
  ) async throws(ExitError) {
    var left = answers ?? []
    let options = ServerOptions(
      url: "https://localhost:8443", trust: trust, fingerprint: fingerprint, skipsCheck: force,
      isJSON: false)
    try await ServerVerb(
      options: options, file: file, console: console, probe: probe,
      readReply: answers == nil ? nil : { left.isEmpty ? nil : left.removeFirst() }
    ).run()
  }

  private func files() -> [String] {
    (try? home.names(in: "chatter")) ?? []
  }

  @Test func savesNothingWhenTheServerDoesNotRespond() async throws {
    let away = FakeProbe(error: { _ in .network(.refused) })
    let failure = await #expect(throws: ExitError.self) { try await save(away) }
    #expect(failure?.exitCode == .unavailable)
    #expect(failure?.message.hasPrefix("localhost:8443: connection refused") == true)
    #expect(failure?.message.contains("--force") == true)
    #expect(try file.read() == Settings() && files() == [])
    try await save(away, force: true)
    #expect(try file.read().server == ServerPlace(url: "https://localhost:8443"))
  }

  @Test func asksBeforeItTrustsACertificate() async throws {
    try await save(.selfSigned, answers: ["", "what", "YES"])
    for text in [
      "localhost:8443", "localhost, 127.0.0.1\n", "expires      Nov 23 07:13:46 2027 GMT\n",
      "fingerprint  AB:AB:", "Trust this certificate? (yes/no) Type yes or no: Type yes or no: ",
    ] {
      #expect(console.reports.contains(text), "\(text)")
    }
    #expect(
      try file.read().server
        == ServerPlace(url: "https://localhost:8443", trust: .file(certificate)))
    #expect(try home.bytes(of: "chatter/localhost:8443.crt").starts(with: "-----BEGIN".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: certificate)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(files() == ["chatter.conf", "localhost:8443.crt"])
  }

  @Test(arguments: [["no"], []])
  func savesNothingUnlessTheUserAgrees(answers: [String]) async throws {
    let failure = await #expect(throws: ExitError.self) {
      try await save(.selfSigned, answers: answers)
    }
    #expect(failure?.exitCode == .noPermission)
    #expect(files() == [])
  }

  @Test func namesTheCommandThatTrustsWithoutTerminal() async throws {
    let failure = await #expect(throws: ExitError.self) { try await save(.selfSigned) }
    #expect(failure?.exitCode == .noPermission && files() == [])
    let command = "chatter server https://localhost:8443 --fingerprint AB:AB:"
    #expect(failure?.message.contains(command) == true)
    #expect(console.reports.contains("fingerprint  AB:AB:"))
  }

  @Test func trustsOnlyTheCertificateWithTheFingerprint() async throws {
    let other = [UInt8](repeating: 0xAC, count: 32)
    let failure = await #expect(throws: ExitError.self) {
      try await save(.selfSigned, fingerprint: other)
    }
    #expect(failure?.exitCode == .noPermission && files() == [])
    #expect(failure?.message.contains("may be another server") == true)
    try await save(.selfSigned, fingerprint: Self.fingerprint)
    #expect(try file.read().server?.trust == .file(certificate))
    #expect(!console.reports.contains("yes/no"))
  }

  /// Trusting the certificate would not help.
  @Test func asksNothingForCertificatesThatStayInvalid() async throws {
    let wrong = FakeProbe(error: { .tls($0.trust == .system ? .untrusted : .wrongHost) })
    for answers in [["yes"], nil] {
      let failure = await #expect(throws: ExitError.self) {
        try await save(wrong, answers: answers)
      }
      #expect(failure?.message.contains("for another name") == true)
      #expect(console.reports == "" && files() == [])
    }
    await #expect(throws: ExitError(.tls(.untrusted), at: "localhost:8443")) {
      try await save(.selfSigned, trust: .system, answers: ["yes"])
    }
  }
}
