import Foundation
import TestSupport
import Testing

/// The confirmation of a certificate by `chatter server`, with the real server.
@Suite(.needs(.postgreSQL)) struct ChatterServerTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  private func fingerprint(of server: ServerProcess) async throws -> String {
    let run = try await ProgramRun(
      "openssl", ["x509", "-in", server.certificate, "-noout", "-fingerprint", "-sha256"]
    ).checked()
    return try #require(run.text.split(separator: "=").last.map(String.init))
  }

  @Test func trustsACertificateByItsFingerprint() async throws {
    let server = try await ServerProcess()
    let fingerprint = try await fingerprint(of: server)
    let unknown = try await chatter.run(["server", server.url])
    #expect(unknown.status == 77, "\(unknown.errors)")
    #expect(unknown.errors.contains("chatter server \(server.url) --fingerprint \(fingerprint)"))
    let other = String(repeating: "0", count: 64)
    let wrong = try await chatter.run(["server", server.url, "--fingerprint", other])
    #expect(wrong.status == 77 && wrong.errors.contains(fingerprint), "\(wrong.errors)")
    #expect(try await chatter.run(["list"]).status == 78)
    let known = try await chatter.run(["server", server.url, "--fingerprint", fingerprint])
    #expect(known.status == 0, "\(known.errors)")
    #expect(try await chatter.run(["post", "hello"]).status == 0)
    #expect(try await chatter.run(["list"]).text.contains("hello"))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func asksInATerminal() async throws {
    let server = try await ServerProcess()
    let fingerprint = try await fingerprint(of: server)
    let program = Repository.program("chatter")
    let script = """
      '\(program)' server '\(server.url)' || echo "ended $?"
      '\(program)' server '\(server.url)' && echo done
      '\(program)' list && echo listed
      sleep 60
      """
    let environment = chatter.environment()
    try await TerminalEmulator.with(script, environment: environment) { emulator in
      let screen = try await emulator.screen(showing: "Trust this certificate? (yes/no)")
      #expect(screen.replacing("\n", with: "").contains(fingerprint), "\(screen)")
      try await emulator.press("no", "Enter", showing: "ended 77")
      try await emulator.press("yes", "Enter", showing: "listed")
    }
    #expect(try await server.stop() == .exited(0))
  }
}
