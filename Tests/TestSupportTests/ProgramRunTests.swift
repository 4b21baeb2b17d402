import Foundation
import TestSupport
import Testing

struct ProgramRunTests {
  @Test func passesInputOutputArgumentsAndVariables() async throws {
    let run = try await ProgramRun(
      shell: "cat; echo \"$1\" \"$VARIABLE\" >&2", ["an argument"], input: Array("in".utf8),
      environment: ["VARIABLE": "a value"])
    #expect(run.ending == .exited(0))
    #expect(run.text == "in")
    #expect(run.errors == "an argument a value\n")
  }

  @Test func inheritsOnlyTheThreeStandardDescriptors() async throws {
    let ours = fcntl(1, F_DUPFD, 10)
    defer { close(ours) }
    try #require(ours > 3)
    // Descriptor 3 is the one through which ls reads the directory.
    #expect(try await ProgramRun("ls", ["/proc/self/fd"]).text == "0\n1\n2\n3")
  }

  @Test func distinguishesExitStatusesFromSignals() async throws {
    #expect(try await ProgramRun(shell: "exit 3").ending == .exited(3))
    let killed = try await ProgramRun(shell: "kill -TERM $$")
    #expect(killed.ending == .killed(signal: SIGTERM))
    #expect(killed.status == 143)
  }

  @Test func reportsStatus127ForAMissingProgram() async throws {
    let run = try await ProgramRun("no-such-program")
    #expect(run.status == 127)
    #expect(throws: ProgramError.self) { try run.checked() }
  }

  @Test func readsMoreOutputThanAPipeHolds() async throws {
    let run = try await ProgramRun(
      shell: "sleep 5 & head -c 3000000 /dev/zero", within: .seconds(4))
    #expect(run.output.count == 3_000_000)
  }

  @Test func killsAProgramAtItsTimeLimit() async throws {
    let program = try await RunningProgram("sleep", ["60"])
    await #expect(throws: ProgramError.self) {
      try await program.ending(within: .milliseconds(50))
    }
    #expect(try await program.ending() == .killed(signal: SIGKILL))
  }

  @Test func waitsForALineOfStandardError() async throws {
    let program = try await RunningProgram("bash", ["-c", "echo ready at 8 >&2; exec sleep 60"])
    #expect(try await program.line(containing: "ready") == "ready at 8")
    program.send(SIGTERM)
    #expect(try await program.ending() == .killed(signal: SIGTERM))
    await #expect(throws: ProgramError.self) { try await program.line(containing: "never") }
  }

  @Test func killsAProgramWithItsLastReference() async throws {
    var program: RunningProgram? = try await RunningProgram("sleep", ["60"])
    let processID = try #require(program).processID
    program = nil
    let gone = try await ProgramRun(
      shell: "timeout 10 tail --pid=\(processID) -f /dev/null", within: .seconds(12))
    #expect(gone.ending == .exited(0))
  }

  @Test func runsManyProgramsConcurrently() async throws {
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<40 {
        group.addTask { (number, try await ProgramRun("echo", ["\(number)"]).text) }
      }
      for try await (number, text) in group { #expect(text == "\(number)") }
    }
  }
}
