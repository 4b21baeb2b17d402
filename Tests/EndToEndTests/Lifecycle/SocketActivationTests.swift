import Foundation
import Sockets
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct SocketActivationTests {
  /// A server below a service manager that keeps its listening socket.
  private struct Managed {
    let program: RunningProgram
    let address: SocketAddress
    let directory: TemporaryDirectory
    /// Retained, so that the database is not dropped while the server runs.
    private let database: TestDatabase

    init() async throws {
      database = try await TestDatabase()
      directory = try TemporaryDirectory()
      program = try await RunningProgram(
        "python3",
        [
          Repository.path(of: "scripts/with-sockets"), "127.0.0.1:0",
          Repository.program("chatterd"),
          "serve", "--database", database.url, "--data-dir", directory.path, "--rate-limit", "0",
        ])
      let line = try await program.line(containing: "listening on ")
      let port = try #require(line.split(separator: ":").last.flatMap { UInt16($0) })
      address = try #require(SocketAddress(numericHost: "127.0.0.1", port: port))
      _ = try await program.line(containing: "with-sockets: READY=1", within: hangTimeout)
    }

    /// Sends one request on a new connection, and returns its status.
    func status(of path: String) async throws -> Int {
      let certificate = directory.path(of: "chatterd.crt")
      return try await TestClient.connected(to: address, trusting: certificate) {
        try await $0.response(to: .get(path)).status
      }
    }

    /// Waits until the log has this many lines with a text.
    func wait(for text: String, count: Int) async throws {
      try await eventually { program.errors.components(separatedBy: text).count > count }
    }

    func stop() async throws -> ProgramEnding {
      program.send(SIGTERM)
      return try await program.ending(within: hangTimeout)
    }
  }

  @Test func servesOnTheInheritedSocketAndRefusesNothingDuringRestarts() async throws {
    let server = try await Managed()
    #expect(try await server.status(of: "/livez") == 200)
    for restart in 1...2 {
      server.program.send(SIGUSR1)
      try await server.wait(for: "STOPPING=1", count: restart)
      // Nobody accepts any more, or the next process does not yet: the connection waits.
      #expect(try await server.status(of: "/readyz") == 200)
      try await server.wait(for: "READY=1", count: restart + 1)
    }
    #expect(try await server.stop() == .exited(0))
    #expect(!server.program.errors.contains(" error "))
  }

  @Test func reportsItsStates() async throws {
    let server = try await Managed()
    let line = try await server.program.line(containing: "STATUS=serving on 127.0.0.1:")
    #expect(line.hasSuffix(":\(server.address.port)"))
    try await server.wait(for: "WATCHDOG=1", count: 3)
    server.program.send(SIGHUP)
    _ = try await server.program.line(containing: "RELOADING=1")
    _ = try await server.program.line(containing: "MONOTONIC_USEC=")
    try await server.wait(for: "READY=1", count: 2)
    #expect(try await server.stop() == .exited(0))
    #expect(server.program.errors.contains("STATUS=stopping: "))
  }

  @Test func saysWhyItCannotServe() async throws {
    let directory = try TemporaryDirectory()
    let program = try await RunningProgram(
      "python3",
      [
        Repository.path(of: "scripts/with-sockets"), "127.0.0.1:0", Repository.program("chatterd"),
        "serve", "--database", "postgresql:///x?host=/nowhere", "--database-wait", "10ms",
        "--data-dir", directory.path,
      ])
    #expect(try await program.ending(within: hangTimeout) == .exited(75))
    #expect(program.errors.contains("STATUS=cannot serve: "))
    #expect(!program.errors.contains("READY=1"))
  }
}
