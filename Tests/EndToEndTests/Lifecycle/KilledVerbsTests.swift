import Glibc
import TestSupport
import Testing

/// What verbs leave that SIGKILL ends: nothing.
@Suite(.needs(.postgreSQL))
struct KilledVerbsTests {
  private let source: TestDatabase
  private let place: TemporaryDirectory

  init() async throws {
    source = try await TestDatabase()
    place = try TemporaryDirectory()
    // The verbs may run as another user.
    #expect(unsafe chmod(place.path, 0o777) == 0)
    _ = try await ProgramRun(
      Repository.program("chatterd"), ["migrate", "up", "--database", source.url]
    ).checked()
  }

  @Test func exportLeavesNoDirectory() async throws {
    let lock = try await TableLock("chatts", in: source)
    let program = try await RunningProgram(
      Repository.program("chatterd"),
      ["export", place.path(of: "export"), "--database", source.url])
    try await lock.becomesAwaited()
    #expect(try place.names() == ["export"])
    program.send(SIGKILL)
    _ = try await program.ending()
    try await eventually { try place.names() == [] }
    try await lock.release()
  }

  @Test func verifyLeavesNeitherFilesNorAServer() async throws {
    let files = try TemporaryDirectory()
    let file = files.path(of: "chatts.backup")
    _ = try await ProgramRun(
      Repository.program("chatterd"), ["backup", file, "--database", source.url]
    ).checked()
    let program = try await RunningProgram(
      Repository.program("chatterd"), ["verify", file, "--database", source.url],
      environment: ["TMPDIR": place.path])
    try await eventually {
      try place.names().contains {
        (try? place.names(in: "\($0)/postgresql/data").contains("postmaster.pid")) == true
      }
    }
    program.send(SIGKILL)
    _ = try await program.ending()
    try await eventually { try place.names() == [] }
  }
}
