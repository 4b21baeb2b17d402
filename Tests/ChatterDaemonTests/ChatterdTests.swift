import CommandLine
import Foundation
import Testing

@testable import ChatterDaemon

struct ChatterdTests {
  /// The result of a run of the program.
  private struct Run {
    let code: Int32
    let output: String
    let error: String
  }

  /// Runs the program that was built beside these tests.
  private func run(
    _ arguments: [String], _ environment: [String: String] = ["HOME": "/nowhere"]
  ) throws -> Run {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let process = Process()
    let (output, error) = (Pipe(), Pipe())
    process.executableURL = own.deletingLastPathComponent().appendingPathComponent("chatterd")
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let outputData = try output.fileHandleForReading.readToEnd() ?? Data()
    let errorData = try error.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(
      code: process.terminationStatus, output: String(decoding: outputData, as: UTF8.self),
      error: String(decoding: errorData, as: UTF8.self))
  }

  @Test func printsItsVersionAndHelp() throws {
    let version = try run(["version"])
    #expect(version.code == 0)
    #expect(version.output == "chatterd \(CommandTable.version)\n")
    #expect(version.error.isEmpty)
    #expect(try run(["help"]).output == CommandTable.chatterd.help)
    #expect(try run(["serve", "--help"]).output == CommandTable.chatterd.help(of: .serve))
  }

  @Test func rejectsWrongUsageWithOneLineAndCode2() throws {
    let wrong = try run(["serve", "--lisen", "8443"])
    #expect(wrong.code == 2)
    #expect(wrong.output.isEmpty)
    #expect(wrong.error == "chatterd: unknown option --lisen: did you mean --listen?\n")
  }

  @Test func rejectsAWrongEnvironmentOrFileWithOneLineAndCode78() throws {
    let variable = try run(["serve"], ["HOME": "/nowhere", "CHATTERD_LOOPS": "many"])
    #expect(variable.code == 78)
    #expect(
      variable.error == "chatterd: CHATTERD_LOOPS: expected a number from 1 to 1024, not \"many\"\n"
    )
    let file = try run(["cert", "--config", "/nowhere/c.conf"])
    #expect(file.code == 78)
    #expect(file.error == "chatterd: /nowhere/c.conf: no such file or directory\n")
  }

  @Test(
    arguments: [
      ("help | true; test ${PIPESTATUS[0]} = 0", Int32(0)), ("version >&-", 0),
      ("serve --lisen 2>&-", 2), ("version <&- >&- 2>&-", 0),
    ])
  func survivesClosedReadersAndClosedStandardDescriptors(line: String, code: Int32) throws {
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let program = own.deletingLastPathComponent().appendingPathComponent("chatterd").path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    let path = ShellWord.quoted(program)
    process.arguments = ["-c", "\(path) \(line)"]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == code)
  }
}
