import Arguments
import Chatter
import ChatterServer
import ChatterStore
import Testing

@testable import ChatterDaemon

struct DeleteTests {
  private static let first = "0198c0de-0000-7000-8000-000000000001"
  private static let second = "0198c0de-0000-7000-8000-000000000002"

  private func delete(_ arguments: String) throws -> Delete {
    try verb("delete " + arguments)
  }

  @Test func takesSeveralIDsEachOnce() throws {
    let delete = try delete("\(Self.first) \(Self.second) \(Self.first)")
    #expect(delete.selection.ids.map(\.description) == [Self.first, Self.second])
    #expect(delete.selection.username == nil)
    #expect(delete.selection.before == nil)
  }

  @Test func asksUnlessAnOptionSaysOtherwise() throws {
    let plain = try delete("--username alice")
    #expect(!plain.isConfirmed)
    #expect(!plain.isDryRun)
    #expect(try delete("--username alice --yes").isConfirmed)
    #expect(try delete("--username alice --dry-run").isDryRun)
  }

  @Test func combinesConditions() throws {
    let selection = try delete("\(Self.first) --username alice --before 2026-11-23").selection
    #expect(selection.ids.count == 1)
    #expect(selection.username == "alice")
    #expect(selection.before == Timestamp("2026-11-23T00:00:00Z"))
  }

  @Test func readsATimeWithItsZone() throws {
    let selection = try delete("--before 2026-11-23T14:30:00+01:00").selection
    #expect(selection.before == Timestamp("2026-11-23T13:30:00Z"))
  }

  @Test(arguments: ["yesterday", "2026-02-30", "2026-11-23T14:30:00", "14:30"])
  func refusesOtherTimes(_ text: String) {
    #expect(throws: CommandError.self) { try delete("--before \(text)") }
  }

  @Test func refusesTextThatIsNoID() {
    #expect(throws: CommandError.self) { try delete("\(Self.first) 17") }
  }

  @Test func needsACondition() throws {
    let error = #expect(throws: CommandError.self) { try delete("--yes") }
    #expect(error.map { "\($0)".contains("--username or --before") } == true)
  }
}
