import Arguments
import TestSupport
import Testing

@testable import ChatterDaemon

struct ChatterdTests {
  /// Runs the program with these variables only.
  private func run(_ arguments: String..., variables: String...) async throws -> ProgramRun {
    try await ProgramRun(
      "env",
      ["-i", "HOME=/nowhere"] + variables + [Repository.program("chatterd")] + arguments)
  }

  @Test func printsItsVersionAndHelp() async throws {
    let version = try await run("version")
    #expect(version.ending == .exited(0))
    #expect(version.output == Array("chatterd \(CommandTable.version)\n".utf8))
    #expect(version.errors.isEmpty)
    #expect(try await run("help").output == Array(CommandTable.chatterd.help.utf8))
    let help = CommandTable.chatterd.help(of: .serve)
    #expect(try await run("serve", "--help").output == Array(help.utf8))
  }

  @Test func rejectsWrongUsageWithOneLineAndCode2() async throws {
    let wrong = try await run("serve", "--lisen", "8443")
    #expect(wrong.ending == .exited(2))
    #expect(wrong.output.isEmpty)
    #expect(wrong.errors == "chatterd: unknown option --lisen: did you mean --listen?\n")
  }

  @Test func rejectsAWrongEnvironmentOrFileWithOneLineAndCode78() async throws {
    let variable = try await run("serve", variables: "CHATTERD_LOOPS=many")
    #expect(variable.ending == .exited(78))
    #expect(
      variable.errors
        == "chatterd: CHATTERD_LOOPS: expected a number from 1 to 1024, not \"many\"\n")
    let file = try await run("cert", "--config", "/nowhere/c.conf")
    #expect(file.ending == .exited(78))
    #expect(file.errors == "chatterd: /nowhere/c.conf: no such file or directory\n")
  }

  @Test(
    arguments: [
      ("help | true; test ${PIPESTATUS[0]} = 0", Int32(0)), ("version >&-", 0),
      ("serve --lisen 2>&-", 2), ("version <&- >&- 2>&-", 0),
    ])
  func survivesClosedReadersAndClosedStandardDescriptors(
    line: String, code: Int32
  ) async throws {
    let path = ShellWord.quoted(Repository.program("chatterd"))
    #expect(try await ProgramRun("bash", ["-c", "\(path) \(line)"]).status == code)
  }
}
