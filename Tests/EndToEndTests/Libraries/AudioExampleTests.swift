import Foundation
import TestSupport
import Testing

struct AudioExampleTests {
  private func run(_ arguments: String...) async throws -> ProgramRun {
    try await ProgramRun(
      Repository.program("audio-example"), arguments, environment: ["SWIFT_BACKTRACE": "enable=no"])
  }

  @Test func recordsAToneWithItsLevelsAndPlaysItAsTwoMessages() async throws {
    let directory = try TemporaryDirectory()
    let text = try await run(directory.path(of: "memo.m4a"), "440").checked().text
    let lines = text.split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines.prefix(20).allSatisfy { $0.hasPrefix("00:0") })
    #expect(lines.prefix(20).contains { $0.hasSuffix("####") })
    #expect(lines.suffix(2) == ["playing: first message", "playing: second message"])
    #expect(try directory.bytes(of: "memo.m4a").count > 1000)
  }

  @Test func reportsADirectoryThatDoesNotExist() async throws {
    let run = try await run("/nonexistent/memo.m4a", "440")
    #expect(run.ending == .exited(1) && run.errors.hasPrefix("not recorded, or not played: "))
  }
}
