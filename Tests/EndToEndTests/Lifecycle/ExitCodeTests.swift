import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ExitCodeTests {
  private func run(_ arguments: String...) async throws -> ProgramRun {
    try await ProgramRun(Repository.program("chatterd"), arguments)
  }

  /// Runs `serve`, which is expected to fail, with a new directory.
  private func serve(_ arguments: String...) async throws -> ProgramRun {
    let directory = try TemporaryDirectory()
    return try await ProgramRun(
      Repository.program("chatterd"),
      ["serve", "--data-dir", directory.path, "--listen", "127.0.0.1:0"] + arguments)
  }

  @Test func exitsWith75WhenTheDatabaseIsAway() async throws {
    let run = try await serve("--database", "host=/nowhere", "--database-wait", "100ms")
    #expect(run.ending == .exited(75))
    #expect(run.errors.contains("cannot serve reason="))
  }

  /// A restart does not create it.
  @Test func exitsWith78WhenTheDatabaseDoesNotExist() async throws {
    let database = try await TestDatabase()
    let missing = database.url.replacingOccurrences(of: database.name, with: "no_such_database")
    #expect(try await serve("--database", missing).ending == .exited(78))
  }

  @Test func exitsWith75WhenThePortIsInUse() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let directory = try TemporaryDirectory()
    let second = try await run(
      "serve", "--data-dir", directory.path, "--listen", "\(server.address)", "--database",
      database.url)
    #expect(second.ending == .exited(75))
    #expect(second.errors.contains("\(server.address)"))
    #expect(try await server.response(to: .get("/livez")).status == 200)
    #expect(try await server.stop() == .exited(0))
  }

  @Test func exitsWith78WhenTheDataDirectoryIsUnusable() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("a file", to: "file")
    let run = try await run(
      "serve", "--data-dir", directory.path(of: "file/below"), "--database", "private", "--listen",
      "127.0.0.1:0")
    #expect(run.ending == .exited(78))
    #expect(run.errors.contains("choose another --data-dir"))
  }
}
