import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ReloadTests {
  @Test func namesChangedOptionsThatNeedARestart() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("list-ids = off\nlog-level = info\n", to: "c.conf")
    let server = try await ServerProcess(options: ["--config", path])
    try directory.write("hsts = 1d\nlog-level = debug\n", to: "c.conf")
    server.program.send(SIGHUP)
    _ = try await server.program.line(
      containing: #"changed options take effect with a restart options="list-ids, hsts""#)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func usesTheNewCertificateForNewConnectionsOnly() async throws {
    let server = try await ServerProcess()
    let (old, directory) = (
      try server.dataDirectory.bytes(of: "chatterd.crt"), server.dataDirectory
    )
    let oldPath = try directory.write(old, to: "old.crt")
    try await server.withClient { early in
      #expect(try await early.response(to: .get("/livez")).status == 200)
      _ = try await ProgramRun(
        Repository.program("chatterd"),
        [
          "cert", "--force", "--out", directory.path, "--address", "127.0.0.1", "--name", "a.test",
        ]
      ).checked()
      server.program.send(SIGHUP)
      _ = try await server.program.line(containing: "certificate reloaded")
      #expect(try await server.response(to: .get("/livez")).status == 200)
      // The old authority does not permit the new name.
      await #expect(throws: (any Error).self, "the old certificate is no longer used") {
        try await server.withClient(trusting: oldPath) {
          try await $0.response(to: .get("/livez")).status
        }
      }
      #expect(try await early.response(to: .get("/livez")).status == 200)
    }
    #expect(try await server.stop() == .exited(0))
  }

  /// Returns the serial number of the certificate that the server presents.
  private func serial(of server: ServerProcess) async throws -> String {
    try await ProgramRun(
      shell: """
        openssl s_client -connect "$1" < /dev/null 2> /dev/null | openssl x509 -noout -serial
        """, ["\(server.address)"]
    ).checked().text
  }

  @Test func keepsTheTrustOfClientsAcrossARenewal() async throws {
    let server = try await ServerProcess()
    let directory = server.dataDirectory
    let authority = try directory.write(
      try directory.bytes(of: "chatterd-ca.crt"), to: "trusted.crt")
    let before = try await serial(of: server)
    _ = try await ProgramRun(
      Repository.program("chatterd"), ["cert", "--force", "--out", directory.path]
    ).checked()
    server.program.send(SIGHUP)
    _ = try await server.program.line(containing: "certificate reloaded")
    #expect(try await serial(of: server) != before)
    let status = try await server.withClient(trusting: authority) {
      try await $0.response(to: .get("/livez")).status
    }
    #expect(status == 200)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func keepsTheCurrentCertificateWhenAReloadFails() async throws {
    let server = try await ServerProcess()
    let directory = server.dataDirectory
    let old = try directory.write(try directory.bytes(of: "chatterd.crt"), to: "old.crt")
    for (file, text, reason) in [
      ("chatterd.crt", "no certificate", "is not PEM"), ("chatterd.key", "", "is not PEM"),
    ] {
      try directory.write(text, to: file, permissions: 0o600)
      server.program.send(SIGHUP)
      let line = try await server.program.line(containing: reason)
      #expect(line.contains(" error "))
      #expect(line.contains("certificate reload failed, keeping the current one"))
      let response = try await server.withClient(trusting: old) {
        try await $0.response(to: .get("/livez"))
      }
      #expect(response.status == 200)
      try directory.write("", to: "chatterd.crt")
    }
    #expect(try await server.stop() == .exited(0))
  }
}
