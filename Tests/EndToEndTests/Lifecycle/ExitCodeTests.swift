import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct ExitCodeTests {
  private let directory: TemporaryDirectory
  init() throws { directory = try TemporaryDirectory() }

  /// Runs `serve`, which is expected to fail.
  private func serve(_ database: String, in path: String) async throws -> ProgramRun {
    try await ProgramRun(
      Repository.program("chatterd"),
      ["serve", "--data-dir", path, "--listen", "127.0.0.1:0", "--database", database])
  }

  /// A restart does not create it.
  @Test func exitsWith78WhenTheDatabaseDoesNotExist() async throws {
    let database = try await TestDatabase()
    let missing = database.url.replacingOccurrences(of: database.name, with: "no_such_database")
    #expect(try await serve(missing, in: directory.path).ending == .exited(78))
  }

  @Test func exitsWith78WhenTheDataDirectoryIsUnusable() async throws {
    try directory.write("a file", to: "file")
    let run = try await serve("private", in: directory.path(of: "file/below"))
    #expect(run.ending == .exited(78))
    #expect(run.errors.contains("choose another --data-dir"))
  }
}
