import TestSupport
import Testing

@testable import ChatterDaemon

struct SpareSpaceTests {
  private func space(
    for directory: String, _ choice: DatabaseChoice, reserve: Int?
  ) -> SpareSpace? {
    let options = DatabaseOptions(
      choice: choice, connectTimeout: .seconds(1), usesNamedStatements: true)
    return SpareSpace(for: directory, options, reserve: reserve)
  }

  @Test func keepsTheReserveOnTheDiskOfTheDatabase() throws {
    let directory = try TemporaryDirectory()
    let choice = DatabaseChoice.privateCluster(dataDirectory: directory.path)
    let none = try #require(space(for: directory.path + "/", choice, reserve: 0))
    try none.check(adding: 1 << 20)
    let all = try #require(space(for: directory.path, choice, reserve: 1 << 60))
    #expect(throws: VerbError.self) { try all.check(adding: 0) }
    #expect(space(for: directory.path, choice, reserve: nil)?.bytesMin ?? 0 >= 32 << 20)
  }

  @Test func leavesOtherDisksToOthers() throws {
    let directory = try TemporaryDirectory()
    let choice = DatabaseChoice.privateCluster(dataDirectory: directory.path)
    #expect(space(for: "/proc", choice, reserve: 1 << 60) == nil)
    let named = DatabaseChoice.named(connectionString: "host=a", by: "--database")
    #expect(space(for: directory.path, named, reserve: 1 << 60) == nil)
  }
}
