import Foundation
import System
import TLS
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct StopTests {
  @Test(arguments: [SIGTERM, SIGINT])
  func finishesPendingRequestsBeforeStopping(_ signal: Int32) async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database), options: ["--shutdown-timeout", "1h"])
    let request = WireRequest.text("ada").bytes
    try await TestClient.connected(to: [server, server]) { clients in
      let (busy, idle) = (clients[0], clients[1])
      #expect(try await idle.response(to: .get("/livez")).status == 200)
      // A response shows that the server has this connection; half of the next request follows.
      #expect(try await busy.response(to: .get("/livez")).status == 200)
      try await busy.send(Array(request.prefix(request.count / 2)))
      #expect(try await idle.response(to: .get("/livez")).status == 200)
      server.program.send(signal)
      _ = try await server.program.line(containing: "stopping")
      #expect(try await idle.isAtEnd(), "an idle connection is closed immediately and properly")
      try await busy.send(Array(request.dropFirst(request.count / 2)))
      let response = try #require(try await busy.response())
      #expect(response.status == 200)
      #expect(response.field("Connection") == "close")
      #expect(try await busy.isAtEnd())
    }
    #expect(try await server.program.ending(within: hangTimeout) == .exited(0))
    #expect(try await database.run("select username from chatts") == "ada")
    #expect(server.program.errors.hasSuffix(" stopped\n"))
  }

  @Test func cutsUnfinishedRequestsAtTheTimeoutAndExits0() async throws {
    let server = try await ServerProcess(options: ["--shutdown-timeout", "50ms"])
    try await server.withClient { client in
      #expect(try await client.response(to: .get("/livez")).status == 200)
      try await client.send("POST /postchatt/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
      server.program.send(SIGTERM)
      #expect(try await server.program.ending(within: hangTimeout) == .exited(0))
    }
  }

  @Test func stopsImmediatelyOnASecondSignal() async throws {
    let server = try await ServerProcess(options: ["--shutdown-timeout", "1h"])
    try await server.withClient { client in
      #expect(try await client.response(to: .get("/livez")).status == 200)
      try await client.send("POST /postchatt/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
      server.program.send(SIGTERM)
      _ = try await server.program.line(containing: "stopping")
      server.program.send(SIGINT)
      _ = try await server.program.line(containing: "stopping immediately")
      #expect(try await server.program.ending(within: hangTimeout) == .exited(0))
    }
  }

  @Test(arguments: [(["serve", "--listen", "127.0.0.1:0"], 0), (["migrate", "up"], 75)])
  func stopsOnASignalDuringTheStart(words: [String], status: Int) async throws {
    let database = try await TestDatabase()
    let chatterd = Repository.program("chatterd")
    _ = try await ProgramRun(chatterd, ["migrate", "up", "--database", database.url]).checked()
    let lock = try await TableLock("schema_migrations", in: database)
    let directory = try TemporaryDirectory()
    let program = try await RunningProgram(
      chatterd, words + ["--database", database.url, "--data-dir", directory.path])
    try await lock.becomesAwaited()
    program.send(SIGTERM)
    #expect(try await program.ending(within: hangTimeout) == .exited(Int32(status)))
    #expect(program.errors.contains("stopping") && !program.errors.contains("serving"))
    try await lock.release()
  }

  @Test func leavesNoClusterAfterASignalDuringItsStart() async throws {
    let home = try PrivateHome()
    let program = try await RunningProgram(
      Repository.program("chatterd"),
      [
        "serve", "--listen", "127.0.0.1:0", "--database", "private", "--data-dir",
        home.directory.path,
      ])
    let lock = home.directory.path(of: "postgresql/lock")
    try await eventually { FileManager.default.fileExists(atPath: lock) }
    program.send(SIGINT)
    #expect(try await program.ending(within: hangTimeout) == .exited(0))
    #expect(!program.errors.contains("serving"))
    #expect(home.postmaster == nil)
  }
}
