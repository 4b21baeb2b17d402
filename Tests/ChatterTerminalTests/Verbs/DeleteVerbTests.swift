import Chatter
import ChatterClient
import Testing

@testable import ChatterTerminal

@MainActor struct DeleteVerbTests {
  private let source = FakeSource()
  private let console = RecordingConsole()
  private let chatt = FakeSource.chatt(1, "ann", "1")

  private func run(skipsQuestion: Bool = false, replies: [String]? = nil) async throws {
    let id = try #require(chatt.id)
    var left = replies ?? []
    let verb = DeleteVerb(
      options: DeleteOptions(
        id: id, skipsQuestion: skipsQuestion, place: ServerPlace(url: "https://h")),
      source: source, console: console,
      readReply: replies == nil ? nil : { left.isEmpty ? nil : left.removeFirst() })
    try await verb.run()
  }

  @Test(arguments: [nil, ["yes"], ["what", "YES"]])
  func deletesAnOwnChattOnceItIsConfirmed(replies: [String]?) async throws {
    source.own = Set([chatt.id].compactMap(\.self))
    source.send(.added(chatt))
    try await run(replies: replies)
    #expect(source.deleted == [chatt.id] && console.reports.hasSuffix("Deleted.\n"))
    #expect(console.reports.contains("for everyone?") == (replies != nil))
  }

  @Test(arguments: [["no"], []])
  func keepsAChattThatIsNotConfirmed(replies: [String]) async throws {
    source.own = Set([chatt.id].compactMap(\.self))
    await #expect(throws: ExitError("not deleted", .noPermission)) {
      try await run(replies: replies)
    }
    #expect(source.deleted.isEmpty)
  }

  @Test func asksNothingWithForce() async throws {
    source.own = Set([chatt.id].compactMap(\.self))
    try await run(skipsQuestion: true, replies: [])
    #expect(console.reports == "It had been deleted before.\n")
  }

  @Test func refusesAChattOfSomeoneElse() async throws {
    let error = await #expect(throws: ExitError.self) { try await run(replies: ["yes"]) }
    #expect(error?.exitCode == .noPermission && console.reports.isEmpty)
  }

  @Test func reportsARefusal() async throws {
    source.own = Set([chatt.id].compactMap(\.self))
    source.deleteError = .status(503, "away")
    let error = await #expect(throws: ExitError.self) { try await run() }
    #expect(error?.exitCode == .temporary)
  }
}
